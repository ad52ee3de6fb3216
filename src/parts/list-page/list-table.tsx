import { type ReactNode, useMemo } from 'react'
import { TickAll, type Ticks, TicksContext } from '#src/parts/many/ticks.tsx'
import { Button } from '#src/ui/button.tsx'
import { type Column, type Ordering, Table } from '#src/ui/table.tsx'
import styles from './list-page.module.css'

/** Rows of a list, as far as they are loaded: by a route's loader (`usePagedList`) or by the screen itself (`useFoundList`). */
export interface ListRows<Row> {
  entities: readonly Row[]
  hasMore: boolean
  /** a page or another order is on its way */
  isLoading: boolean
  /** adds the next page */
  loadMore: () => void
  /** order in which the server sorts all of it, also rows that were not loaded */
  ordering: Ordering
  /** the first row of the last page: it gets the focus, since the button that asked for that page is gone */
  arrived?: Row | undefined
  /** called with the row that gets the focus: a user who comes back finds it there */
  onFocusRow?: (row: Row) => void
  /** the rows answer the question before the present one */
  isOutdated?: boolean
}

interface ListTableProps<Row> {
  list: ListRows<Row>
  /** contents of the table, read aloud first */
  caption: string
  columns: readonly Column<Row>[]
  /** on the button that loads the next page: 'Meer gebruikers laden' */
  more: string
  /** rows that were made on this screen */
  justMade?: { has: (id: number) => boolean }
  /** many columns: on a small laptop in small letters, and links of the last column as icons */
  isDense?: boolean
  /** rows that can be ticked; their first column holds a `TickBox` */
  ticking?: TickingProps
}

interface TickingProps {
  ticks: Ticks
  /** how many there are with those that are not loaded */
  found: number
  /** that number, in words */
  counted?: ReactNode
  /** on the button that ticks all who are found, once those that are loaded are ticked */
  everyone?: string
}

/** A list as a table, cards on a phone: ticks above it, the next page below it. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { list, caption, columns, more, justMade, isDense = false, ticking } = props
  const { entities, ordering, arrived, onFocusRow, isOutdated } = list
  // A tick renews the boxes, and not the hundreds of rows that they stand in.
  const table = useMemo(
    () => (
      <Table
        caption={caption}
        columns={columns}
        rows={entities}
        keyOf={idOf}
        ordering={ordering}
        {...(arrived && { arrived })}
        {...(onFocusRow && { onFocusRow })}
        {...(justMade && { isNew: ({ id }: Row) => justMade.has(id) })}
      />
    ),
    [caption, columns, entities, ordering, arrived, onFocusRow, justMade],
  )
  return (
    <div
      className={isDense ? `${styles.list} ${styles.dense}` : styles.list}
      data-layout="stack"
      aria-busy={isOutdated}
    >
      {ticking ? (
        <Ticking {...ticking} rows={entities}>
          {table}
        </Ticking>
      ) : (
        table
      )}
      <LoadMoreButton list={list}>{more}</LoadMoreButton>
    </div>
  )
}

const idOf = ({ id }: { id: number }) => id

interface TickingRowsProps extends TickingProps {
  rows: readonly { id: number }[]
  children: ReactNode
}

function Ticking({ ticks, found, counted = '', everyone, rows, children }: TickingRowsProps) {
  const { has, toggle } = ticks
  const ids = useMemo(() => rows.map(idOf), [rows])
  const context = useMemo(
    () => ({ has, toggle: (id: number, isRange: boolean) => toggle(id, isRange ? ids : undefined) }),
    [has, toggle, ids],
  )
  return (
    <>
      <TickAll ticks={ticks} ids={ids} found={found} counted={counted}>
        {everyone && !ticks.isAll && (
          <Button tone="quiet" onClick={ticks.tickAll}>
            {everyone}
          </Button>
        )}
      </TickAll>
      <TicksContext value={context}>{children}</TicksContext>
    </>
  )
}

interface LoadMoreButtonProps {
  list: Pick<ListRows<unknown>, 'hasMore' | 'isLoading' | 'loadMore'>
  /** e.g. 'Meer gebruikers laden' */
  children: string
}

export const LoadMoreButton = ({ list, children }: LoadMoreButtonProps) =>
  list.hasMore && (
    <div data-layout="row centered">
      <Button busy={list.isLoading} onClick={list.loadMore}>
        {children}
      </Button>
    </div>
  )

/** Head of the last column, with what is done to one row. */
export const editColumn = { key: 'edit', label: 'Wijzigen', hideLabel: true, align: 'end' } as const
