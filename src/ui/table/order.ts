export interface Order {
  key: string
  direction: 'ascending' | 'descending'
}

const dutch = new Intl.Collator('nl', { numeric: true })

/** The rows as they are sorted now; as they came while nobody asked for an order. */
export function ordered<Row>(
  rows: readonly Row[],
  order: Order | null,
  sortBy: ((row: Row) => string | number) | undefined,
): readonly Row[] {
  if (!order || !sortBy) return rows
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
