import { type CSSProperties, type ReactNode, useState } from 'react'
import { VisuallyHidden } from './icon.tsx'
import styles from './table.module.css'

interface TableProps<Row> {
  /** contents of the table; screen readers read it first */
  caption: string
  /** the first column names the row: it is the heading of a card */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number
  /** order of rows that come sorted, from a longer list; without it the table sorts its rows itself */
  ordering?: Ordering
  /** returns whether a row was just made: such rows are marked and scrolled into view */
  isNew?: (row: Row) => boolean
  /** called with the row that gets the focus */
  onFocusRow?: (row: Row) => void
  /** row that gets the focus when it appears, if the focused element disappeared at the same time */
  arrived?: Row
}

/** A table with a sticky header; on a phone each row becomes a card, with the column's name beside each value. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, ordering, isNew, onFocusRow, arrived } = props
  const [own, setOwn] = useState<Order | null>(null)
  const { order, onOrder } = ordering ?? { order: own, onOrder: setOwn }
  const sortBy = columns.find(({ key }) => key === order?.key)?.sortBy
  const isArrived = (row: Row) => arrived !== undefined && keyOf(row) === keyOf(arrived)
  return (
    <table role={roles.table} className={styles.table}>
      <caption data-layout="unseen">{caption}</caption>
      <thead role={roles.group}>
        <tr role={roles.row} className={styles.headers}>
          {columns.map((column) => (
            <ColumnHeader key={column.key} column={column} order={order} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <tbody role={roles.group} className={styles.rows}>
        {(ordering ? rows : ordered(rows, order, sortBy)).map((row) => (
          <tr
            key={keyOf(row)}
            ref={isArrived(row) ? takeLostFocus : isNew?.(row) ? comeIntoView : null}
            data-key={keyOf(row)}
            onFocus={onFocusRow && (() => onFocusRow(row))}
            tabIndex={isArrived(row) ? -1 : undefined}
            role={roles.row}
            className={styles.row}
            data-new={isNew?.(row) || undefined}
          >
            {columns.map(({ key, label, hideLabel, align, onTablet, cell }) => (
              <td
                key={key}
                role={roles.cell}
                className={styles.cell}
                data-label={hideLabel ? undefined : label}
                data-align={align}
                data-tablet={onTablet}
              >
                <div className={styles.value}>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const comeIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

function takeLostFocus(row: HTMLElement | null) {
  if (document.activeElement === document.body) row?.focus()
}

export interface Column<Row> {
  key: string
  /** header of the column, and label of its value on a card */
  label: string
  /** hides the label from sight, where the cell explains itself; screen readers still read it */
  hideLabel?: boolean
  cell: (row: Row) => ReactNode
  /** value to sort by, or 'server' where rows come sorted; omit it for a column that nobody would sort by */
  sortBy?: ((row: Row) => string | number) | 'server'
  /** aligns figures at the end */
  align?: 'end'
  /** hidden on tablets, which have no room for it: the row's own screen shows it */
  onTablet?: 'hidden'
  /** rem that the values keep, however long the words of other columns are: on a tablet, and with more room */
  least?: readonly [tablet: number, wide: number]
}

interface ColumnHeaderProps<Row> {
  column: Column<Row>
  order: Order | null
  onOrder: (order: Order | null) => void
}

const marks = { ascending: '↑', descending: '↓' }

function ColumnHeader<Row>({ column, order, onOrder }: ColumnHeaderProps<Row>) {
  const { key, label, hideLabel, align, onTablet, least } = column
  const sort = column.sortBy && onOrder
  const direction = sort && order?.key === key ? order.direction : undefined
  return (
    <th
      scope="col"
      role={roles.header}
      className={styles.header}
      data-align={align}
      data-tablet={onTablet}
      aria-sort={direction}
      style={least && ({ '--least-narrow': `${least[0]}rem`, '--least-wide': `${least[1]}rem` } as CSSProperties)}
    >
      {hideLabel && <VisuallyHidden>{label}</VisuallyHidden>}
      {!hideLabel && !sort && <span>{label}</span>}
      {sort && (
        <button type="button" className={styles.sort} onClick={() => sort(nextOrder(order, key))}>
          <span>{label}</span>
          <span aria-hidden="true" className={styles.mark}>
            {direction ? marks[direction] : '↕'}
          </span>
        </button>
      )}
    </th>
  )
}

/** Explicit, since browsers drop these roles from tables whose parts are displayed as cards. */
const roles = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' } as const

export interface Order {
  key: string
  direction: 'ascending' | 'descending'
}

export interface Ordering {
  order: Order | null
  onOrder: (order: Order | null) => void
}

const dutch = new Intl.Collator('nl', { numeric: true })

/** The rows in the current order; unchanged while the user chose none. */
export function ordered<Row>(rows: readonly Row[], order: Order | null, sortBy: Column<Row>['sortBy']): readonly Row[] {
  if (!order || !sortBy || sortBy === 'server') return rows
  const sign = order.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)))
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : dutch.compare(String(one), String(other))

/** Order after a press on a header: ascending, then descending, then as the rows came. */
export function nextOrder(order: Order | null, key: string): Order | null {
  if (order?.key !== key) return { key, direction: 'ascending' }
  return order.direction === 'ascending' ? { key, direction: 'descending' } : null
}
