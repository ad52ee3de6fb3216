import { useMemo } from 'react'

/** A row where it stands: in the group and the order in which it first came. */
export interface Place<Row> {
  first: Row
  /** current row; undefined once it is no longer in the list */
  now: Row | undefined
}

/**
 * Keeps rows where a person first saw them: a change that comes by itself shows in the row, and moves none under their thumb.
 * A new row comes last. All are sorted again with the next `visit`.
 */
export function usePlaces<Row extends { id: number }>(rows: readonly Row[], visit: number | string = 0): Place<Row>[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit has other places
  const places = useMemo(() => new Map<number, Row>(), [visit])
  for (const row of rows) if (!places.has(row.id)) places.set(row.id, row)
  return [...places.values()].map((first) => ({ first, now: rows.find(({ id }) => id === first.id) }))
}
