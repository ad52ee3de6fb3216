import type { OpeningTimes } from './opening-times.rules.ts'
import { isOpen } from './testmoment.rules.ts'
import type { Testmoment } from './testmoment.schema.ts'

/** Its time to open has come, and it isn't open yet: the server does that within a second, and the list doesn't know. */
export const isOpening = (
  { enrollments_enabled, enrollments_open_at }: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_open_at'>,
  now: number,
): boolean => !enrollments_enabled && enrollments_open_at !== null && Date.parse(enrollments_open_at) <= now

/** When (ISO) a closed moment will open; null when nobody knows. */
export const opensAt = ({
  enrollments_enabled,
  enrollments_open_at,
}: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_open_at'>): string | null =>
  enrollments_enabled ? null : enrollments_open_at

/** Until when (ISO) students can choose at a moment that is open now; null where it is closed, or no closing is planned. */
export const closesAt = (
  moment: Pick<Testmoment, 'enrollments_enabled' | 'enrollments_close_at'>,
  now: number,
): string | null => (isOpen(moment, now) ? moment.enrollments_close_at : null)

/** What the schedule does next, and when (ISO). An opening that is a moment late is still to come. */
export interface PlannedChange {
  change: 'opening' | 'closing'
  at: string
}

export function plannedChange(moment: OpeningTimes, now: number): PlannedChange | null {
  const opening = opensAt(moment)
  if (opening !== null) return { change: 'opening', at: opening }
  const closing = closesAt(moment, now)
  return closing === null ? null : { change: 'closing', at: closing }
}
