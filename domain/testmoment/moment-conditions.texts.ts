import type { MomentObstacle } from './availability.rules.ts'

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
} satisfies Record<MomentObstacle, string>
