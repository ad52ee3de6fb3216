import type { OpeningTimes } from './schedule.rules.ts'
import { closesAt, opensAt, type PlannedChange } from './testmoment.rules.ts'

export function plannedChange(moment: OpeningTimes, now: number): PlannedChange | null {
  const opening = opensAt(moment)
  if (opening !== null) return { change: 'opening', at: opening }
  const closing = closesAt(moment, now)
  return closing === null ? null : { change: 'closing', at: closing }
}
