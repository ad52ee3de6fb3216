import { createLink } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Stroke } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './list-page.module.css'

interface ListPageProps {
  /** purpose of the list */
  intro?: ReactNode
  add?: { label: string; onAdd: () => void }
  /** above the list: what narrows it */
  tools?: ReactNode
  /** stands instead of an empty list, and says what to do; false while there is something */
  emptyText?: ReactNode
  children: ReactNode
}

/** A screen that is a list, with what is done to it above it. */
export const ListPage = ({ intro, add, tools, emptyText, children }: ListPageProps) => {
  const addButton = add && (
    <Button tone="create" icon="plus" onClick={add.onAdd}>
      {add.label}
    </Button>
  )
  return (
    <div className={styles.page} data-layout="grid 5" data-room="wide">
      {(intro || (addButton && !emptyText)) && (
        <div data-layout="row 3 x6 between">
          {intro && (
            <p data-layout="grows" data-text="small muted" data-width="44">
              {intro}
            </p>
          )}
          {!emptyText && addButton}
        </div>
      )}
      {tools}
      {emptyText ? <EmptyList action={addButton}>{emptyText}</EmptyList> : children}
    </div>
  )
}

interface EmptyListProps {
  children: ReactNode
  /** the next step, where there is one */
  action?: ReactNode
}

/** Stands where a list would, and says what comes there. */
export const EmptyList = ({ children, action }: EmptyListProps) => (
  <Card>
    <div data-layout="row 4 x6">
      <Illustration name="empty" />
      <div data-layout="grid 4 left grows" data-width="44">
        <div>{children}</div>
        {action}
      </div>
    </div>
  </Card>
)

/** Into the school: the arrow of an export, turned round. Before the words of each link that leads to an import. */
export const ImportArrow = () => <Stroke stroke="M12 15V4m-4.5 4.5L12 4l4.5 4.5M5 20h14" />

/** To another screen, among buttons or as the next step. */
export const ScreenLink = createLink(ButtonLink)

/** From a row of a list to the screen that changes it; `what` names it for a screen reader that lists the links without their rows. */
export const EditLink = createLink(({ what, ...link }: { what: string } & Parameters<typeof ButtonLink>[0]) => (
  <ButtonLink {...link} tone="quiet" icon="edit" aria-label={`${what} wijzigen`}>
    Wijzigen
  </ButtonLink>
))

/** Records that were made on this screen since it was opened, to be found at a glance in its list. */
export function useJustMade() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    has: (id: number) => ids.has(id),
    /** the last of them */
    last: [...ids].at(-1),
    add: (id: number) => setIds((made) => new Set([...made, id])),
  }
}

/** The shape of a list that is on its way. */
export const ListSkeleton = () => (
  <div data-layout="grid 5" aria-busy="true">
    <VisuallyHidden>Bezig met laden…</VisuallyHidden>
    <Skeleton width="60%" />
    <Card>
      <Skeleton lines={6} />
    </Card>
  </div>
)
