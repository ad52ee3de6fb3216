import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TileState } from '#src/parts/date-tile.tsx'

/** State of a moment's tile for a teacher at `now` (ms since the epoch): can students enroll there, and find a seat? */
export function tileStateOf(moment: ManagedTestmoment, now: number): TileState {
  if (!isCurrent(moment, now)) return 'past'
  if (!canBeChosen(moment, now)) return 'closed'
  return moment.seats > 0 && moment.students >= moment.seats ? 'full' : 'open'
}
