import { VisuallyHidden } from '../visually-hidden.tsx'
import type { Column } from './column.ts'
import { nextOrder, type Order } from './order.ts'
import styles from './table.module.css'
import { roles } from './table-roles.ts'

interface ColumnHeaderProps<Row> {
  column: Column<Row>
  order: Order | null
  onOrder: (order: Order | null) => void
}

const marks = { ascending: '↑', descending: '↓' }

export function ColumnHeader<Row>({ column, order, onOrder }: ColumnHeaderProps<Row>) {
  const { key, label, hideLabel, align } = column
  const sort = column.sortBy && onOrder
  const direction = sort && order?.key === key ? order.direction : undefined
  return (
    <th scope="col" role={roles.header} className={styles.header} data-align={align} aria-sort={direction}>
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
