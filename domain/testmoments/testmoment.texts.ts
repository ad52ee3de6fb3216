import { countdownLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { MomentObstacle } from '../enrollments/choice.rules.ts'
import type { PlannedChange } from './testmoment.rules.ts'

/** `maximum` is the moment's `max_enrollments`, 0 without a limit. */
export const limitLabel = (maximum: number): string =>
  maximum === 0 ? 'Onbeperkt aantal modules toegestaan' : `Maximaal ${maximum} modules toegestaan`

/** Which modules a moment is for; `names` empty means it is for every module. */
export const availabilityLabel = {
  card: (names: readonly string[]): string => (names.length === 0 ? 'Alle' : names.join(', ')),
  list: (names: readonly string[]): string => (names.length === 0 ? 'Alle modules' : names.join(', ')),
}

/** Why a student can take nothing (more) at a moment, on the list of test moments. */
export const momentObstacleTexts = {
  closed: 'Inschrijvingen voor dit toetsmoment zijn gesloten.',
  'nothing-offered': 'Voor dit toetsmoment is geen module van jouw studierichting beschikbaar.',
  'all-completed': 'Je hebt alle modules die voor dit toetsmoment beschikbaar zijn al afgerond.',
  'no-slots-left': 'Je hebt voor dit toetsmoment geen sloten meer over.',
  full: 'Dit toetsmoment is vol. Je kunt op de wachtlijst.',
} satisfies Record<MomentObstacle, string>

const verbs = { opening: 'Opent', closing: 'Sluit' } satisfies Record<PlannedChange['change'], string>

/** 'Opent ma 23 nov om 09:00' */
export const plannedChangeText = ({ change, at }: PlannedChange, now: number): string =>
  `${verbs[change]} ${instantLabel(at, now)}`

/** 'Sluit over 12:05', and once it should have happened 'Sluit nu…' */
export function countdownText({ change, at }: PlannedChange, now: number): string {
  const left = Date.parse(at) - now
  return left > 0 ? `${verbs[change]} over ${countdownLabel(left)}` : `${verbs[change]} nu…`
}
