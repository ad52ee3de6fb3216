import type { ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import styles from './list-page.module.css'

interface ListPageProps {
  /** what the list is for */
  intro?: ReactNode
  add?: { label: string; onAdd: () => void }
  /** above the list: what narrows it */
  tools?: ReactNode
  /** stands instead of an empty list, and says what to do; false while there is something */
  emptyText?: ReactNode
  children: ReactNode
}

/** A screen that is a list, with what is done to it above it. */
export const ListPage = ({ intro, add, tools, emptyText, children }: ListPageProps) => (
  <div className={styles.page}>
    <div className={styles.head}>
      {intro && <p className={styles.intro}>{intro}</p>}
      {add && (
        <Button tone="create" icon="plus" onClick={add.onAdd}>
          {add.label}
        </Button>
      )}
    </div>
    {tools}
    {emptyText ? <Card>{emptyText}</Card> : children}
  </div>
)
