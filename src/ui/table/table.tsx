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
  /** more rows are to come: sorting those that happen to be here would say little about all */
  isPartial?: boolean
  /** rows that were just made */
  isNew?: (row: Row) => boolean
  /** the row that gets the focus when it comes, if what had it went at the same time */
  arrived?: Row
}

/** A table with a header that stays; on a phone each row becomes a card, with the column's name beside each value. */
export function Table<Row>({ caption, columns, rows, keyOf, isPartial, isNew, arrived }: TableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(null)
  const sortBy = columns.find(({ key }) => key === order?.key)?.sortBy
  const isArrived = (row: Row) => arrived !== undefined && keyOf(row) === keyOf(arrived)
  return (
    <table role={roles.table} className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead role={roles.group}>
        <tr role={roles.row} className={styles.headers}>
          {columns.map((column) => (
            <ColumnHeader key={column.key} column={column} order={order} onOrder={isPartial ? null : setOrder} />
          ))}
        </tr>
      </thead>
      <tbody role={roles.group} className={styles.rows}>
        {ordered(rows, order, isPartial ? undefined : sortBy).map((row) => (
          <tr
            key={keyOf(row)}
            ref={isArrived(row) ? takeLostFocus : null}
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

function takeLostFocus(row: HTMLElement | null) {
  if (document.activeElement === document.body) row?.focus()
}
