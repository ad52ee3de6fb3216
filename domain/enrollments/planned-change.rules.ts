import { closesAt, type MomentTimes, opensAt, type PlannedChange } from './enrollment.rules.ts'
import type { Testmoment } from './enrollment.schema.ts'

export function plannedChange(
  moment: MomentTimes & Pick<Testmoment, 'enrollments_open_at'>,
  now: number,
): PlannedChange | null {
  const opening = opensAt(moment)
  if (opening !== null) return { change: 'opening', at: opening }
  const closing = closesAt(moment, now)
  return closing === null ? null : { change: 'closing', at: closing }
}
