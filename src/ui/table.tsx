import { type ReactNode, useState } from 'react'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface TableProps<Row> {
  /** contents of the table, read aloud first */
  caption: string
  /** the first one names the row: where rows are cards it is their heading */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number
  /** rows that come sorted: of a list that goes on elsewhere; without it the table sorts its rows itself */
  ordering?: Ordering
  /** rows that were just made: they are shown, wherever they stand */
  isNew?: (row: Row) => boolean
  /** called with the row that gets the focus */
  onFocusRow?: (row: Row) => void
  /** the row that gets the focus when it comes, if what had it went at the same time */
  arrived?: Row
}

/** A table with a header that stays; on a phone each row becomes a card, with the column's name beside each value. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, ordering, isNew, onFocusRow, arrived } = props
  const [own, setOwn] = useState<Order | null>(null)
  const { order, onOrder } = ordering ?? { order: own, onOrder: setOwn }
  const sortBy = columns.find(({ key }) => key === order?.key)?.sortBy
  const isArrived = (row: Row) => arrived !== undefined && keyOf(row) === keyOf(arrived)
  return (
    <table role={roles.table} className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
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
  /** unique in its table */
  key: string
  /** above the column, and beside the value where rows are cards */
  label: string
  /** the cell says enough to who sees it: the label is read aloud only */
  hideLabel?: boolean
  cell: (row: Row) => ReactNode
  /** value to sort by, or 'server' where rows come sorted; leave out where nobody would sort */
  sortBy?: ((row: Row) => string | number) | 'server'
  /** figures stand at the end */
  align?: 'end'
  /** left out where a tablet has no room for it: the row's own screen shows it */
  onTablet?: 'hidden'
}

interface ColumnHeaderProps<Row> {
  column: Column<Row>
  order: Order | null
  onOrder: (order: Order | null) => void
}

const marks = { ascending: '↑', descending: '↓' }

function ColumnHeader<Row>({ column, order, onOrder }: ColumnHeaderProps<Row>) {
  const { key, label, hideLabel, align, onTablet } = column
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
    >
      {hideLabel && <VisuallyHidden>{label}</VisuallyHidden>}
      {!hideLabel && !sort && label}
      {sort && (
        <button type="button" className={styles.sort} onClick={() => sort(nextOrder(order, key))}>
          {label}
          <span aria-hidden="true" className={styles.mark}>
            {direction ? marks[direction] : '↕'}
          </span>
        </button>
      )}
    </th>
  )
}

/** Written out, since browsers have taken them from tables whose parts are laid out as cards. */
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

/** The rows as they are sorted now; as they came while nobody asked for an order. */
export function ordered<Row>(rows: readonly Row[], order: Order | null, sortBy: Column<Row>['sortBy']): readonly Row[] {
  if (!order || !sortBy || sortBy === 'server') return rows
  const sign = order.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)))
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : dutch.compare(String(one), String(other))

/** Pressing a header: up first, then down, then as the rows came. */
export function nextOrder(order: Order | null, key: string): Order | null {
  if (order?.key !== key) return { key, direction: 'ascending' }
  return order.direction === 'ascending' ? { key, direction: 'descending' } : null
}
