import { useState } from 'react'
import type { Column } from './column.ts'
import { ColumnHeader } from './column-header.tsx'
import { type Order, ordered } from './order.ts'
import styles from './table.module.css'
import { roles } from './table-roles.ts'

interface TableProps<Row> {
  /** what the table holds, read aloud first */
  caption: string
  /** the first one names the row: where rows are cards it is their heading */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number
  /** rows that come sorted: of a list that goes on elsewhere; without it the table sorts its rows itself */
  ordering?: { order: Order | null; onOrder: (order: Order | null) => void }
  /** rows that were just made: they are shown, wherever they stand */
  isNew?: (row: Row) => boolean
  /** hears which row has the focus */
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
            {columns.map(({ key, label, hideLabel, align, cell }) => (
              <td
                key={key}
                role={roles.cell}
                className={styles.cell}
                data-label={hideLabel ? undefined : label}
                data-align={align}
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
