import { countdownLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { PlannedChange } from './enrollment.rules.ts'

const verbs = { opening: 'Opent', closing: 'Sluit' } satisfies Record<PlannedChange['change'], string>

export const plannedChangeText = ({ change, at }: PlannedChange, now: number): string =>
  `${verbs[change]} ${instantLabel(at, now)}`

/** 'Sluit over 12 min', and once it should have happened 'Sluit nu…' */
export function countdownText({ change, at }: PlannedChange, now: number): string {
  const left = Date.parse(at) - now
  return left > 0 ? `${verbs[change]} over ${countdownLabel(left)}` : `${verbs[change]} nu…`
}
