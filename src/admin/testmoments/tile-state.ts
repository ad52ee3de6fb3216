import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { isCurrent, isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { TileState } from '#src/parts/date-tile.tsx'

/** How a moment's tile looks to a teacher, at an instant (ms): whether students can enroll there now, and find a seat. */
export function tileStateOf(moment: ManagedTestmoment, now: number): TileState {
  if (!isCurrent(moment, now)) return 'past'
  if (!isOpen(moment, now)) return 'closed'
  return moment.seats > 0 && moment.students >= moment.seats ? 'full' : 'open'
}
