import { nextOrder, type Order } from './order.ts'
import styles from './table.module.css'
import type { Column } from './table.tsx'

interface ColumnHeaderProps<Row> {
  column: Column<Row>
  order: Order | null
  onOrder: (order: Order | null) => void
}

const marks = { ascending: '↑', descending: '↓' }

export function ColumnHeader<Row>({ column: { key, label, sortBy, align }, order, onOrder }: ColumnHeaderProps<Row>) {
  const direction = order?.key === key ? order.direction : undefined
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      {sortBy ? (
        <button type="button" className={styles.sort} onClick={() => onOrder(nextOrder(order, key))}>
          {label}
          <span aria-hidden="true" className={styles.mark}>
            {direction ? marks[direction] : '↕'}
          </span>
        </button>
      ) : (
        label
      )}
    </th>
  )
}
