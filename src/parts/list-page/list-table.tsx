import { type ReactNode, useMemo, useState } from 'react'
import { TickAll, type Ticks, TicksContext } from '#src/parts/many/ticks.tsx'
import { Button } from '#src/ui/button.tsx'
import { type Column, type Order, type Ordering, ordered, Table } from '#src/ui/table.tsx'
import styles from './list-page.module.css'

/** Loaded rows of a list: from a route's loader (`usePagedList`) or from the screen itself (`useFoundList`). */
export interface ListRows<Row> {
  entities: readonly Row[]
  hasMore: boolean
  /** a page or another order is being loaded */
  isLoading: boolean
  loadMore: () => void
  /** order in which the server sorts the whole list, including rows that are not loaded */
  ordering: Ordering
  /** first row of the last page; gets the focus, since the button that asked for the page is gone */
  arrived?: Row | undefined
  /** called with the row that gets the focus, so that a user who comes back finds it focused */
  onFocusRow?: (row: Row) => void
  /** the rows answer the previous question, not the current one */
  isOutdated?: boolean
}

/** A list that came whole: its rows in the order that the user chose. */
export function useWholeList<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): ListRows<Row> {
  const [order, onOrder] = useState<Order | null>(null)
  const sortBy = columns.find(({ key }) => key === order?.key)?.sortBy
  return {
    entities: useMemo(() => ordered(rows, order, sortBy), [rows, order, sortBy]),
    hasMore: false,
    isLoading: false,
    loadMore: () => undefined,
    ordering: useMemo(() => ({ order, onOrder }), [order]),
  }
}

interface ListTableProps<Row> {
  list: ListRows<Row>
  /** contents of the table; screen readers read it first */
  caption: string
  columns: readonly Column<Row>[]
  /** label of the button that loads the next page: 'Meer gebruikers laden'; none for a list that came whole */
  more?: string
  /** marks rows that were made on this screen */
  justMade?: { has: (id: number) => boolean }
  /** many columns: small letters on a small laptop, and icons for the links in the last column */
  isDense?: boolean
  /** for rows that can be selected; their first column holds a `TickBox` */
  ticking?: TickingProps
}

interface TickingProps {
  ticks: Ticks
  /** number of rows, including those that are not loaded */
  found: number
  /** `found` in words */
  counted?: ReactNode
  /** label of the button that selects all rows found, once the loaded ones are selected */
  everyone?: string
}

/** A list as a table, or as cards on a phone: 'select all' above it, the next page below it. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { list, caption, columns, more, justMade, isDense = false, ticking } = props
  const { entities, ordering, arrived, onFocusRow, isOutdated } = list
  // Selecting a row re-renders the checkboxes, not the hundreds of rows around them.
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
      {more && <LoadMoreButton list={list}>{more}</LoadMoreButton>}
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

/** Header of the last column, with the actions on one row. */
export const editColumn = { key: 'edit', label: 'Wijzigen', hideLabel: true, align: 'end' } as const
