import { useMemo } from 'react'

/** A row at its place: in the group and order in which it first appeared. */
export interface Place<Row> {
  first: Row
  /** the row as it is now; undefined once it left the list */
  now: Row | undefined
}

/**
 * Keeps rows where the user first saw them: a change from elsewhere shows in the row, but moves none under a thumb. New rows
 * come last. A new `visit` sorts all again.
 */
export function usePlaces<Row extends { id: number }>(rows: readonly Row[], visit: number | string = 0): Place<Row>[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit starts with new places
  const places = useMemo(() => new Map<number, Row>(), [visit])
  for (const row of rows) if (!places.has(row.id)) places.set(row.id, row)
  return [...places.values()].map((first) => ({ first, now: rows.find(({ id }) => id === first.id) }))
}
