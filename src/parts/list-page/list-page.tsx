import { createLink, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Stroke } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { TitleTools } from '../layout/title-tools.tsx'
import styles from './list-page.module.css'

interface ListPageProps {
  intro?: ReactNode
  add?: { label: string; onAdd: () => void }
  tools?: ReactNode
  /** shown instead of an empty list, and says what to do; false while the list has rows */
  emptyText?: ReactNode
  children: ReactNode
}

/** Screen with a list, and its actions above it; the main one is in the title bar where that has room. */
export const ListPage = ({ intro, add, tools, emptyText, children }: ListPageProps) => {
  const addButton = add && (
    <Button tone="create" icon="plus" onClick={add.onAdd}>
      {add.label}
    </Button>
  )
  return (
    <div className={styles.page} data-layout="grid 2" data-room="wide" aria-busy={useIsSearching()}>
      <div data-layout="row 2 x6 between if-any">
        {intro && !emptyText && (
          <p data-layout="grows" data-text="small muted">
            {intro}
          </p>
        )}
        {addButton && !emptyText && <TitleTools>{addButton}</TitleTools>}
      </div>
      {tools}
      {emptyText ? <EmptyList action={addButton}>{emptyText}</EmptyList> : children}
    </div>
  )
}

/** Whether another search or filter of this screen is being loaded: its old rows stay until then. */
const useIsSearching = () =>
  useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === resolvedLocation?.pathname && location.searchStr !== resolvedLocation.searchStr,
  })

/** Shown instead of an empty list; says what will be in it. */
export const EmptyList = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
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

/** Icon before each link to an import: the arrow of an export, turned round. */
export const ImportArrow = () => <Stroke stroke="M12 15V4m-4.5 4.5L12 4l4.5 4.5M5 20h14" />

export const ScreenLink = createLink(ButtonLink)

/** Link from a row to its edit screen. `what` names the row for screen readers that list links out of context. */
export const EditLink = createLink(({ what, ...link }: { what: string } & Parameters<typeof ButtonLink>[0]) => (
  <ButtonLink {...link} tone="quiet" icon="edit" aria-label={`${what} wijzigen`}>
    Wijzigen
  </ButtonLink>
))

/** Remembers records made on this screen since it was opened, so that its list can mark them. */
export function useJustMade() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    has: useCallback((id: number) => ids.has(id), [ids]),
    /** id of the record made last */
    last: [...ids].at(-1),
    add: (id: number) => setIds((made) => new Set([...made, id])),
  }
}

export const ListSkeleton = () => (
  <div data-layout="grid 2" aria-busy="true">
    <VisuallyHidden>Bezig met laden…</VisuallyHidden>
    <Skeleton width="60%" />
    <Card>
      <Skeleton lines={6} />
    </Card>
  </div>
)
