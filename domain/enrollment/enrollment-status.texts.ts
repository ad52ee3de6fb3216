import type { MomentObstacle } from '#domain/testmoment/availability.rules.ts'

/** `count` is Infinity at a moment without a limit, as `slotsLeft` gives it. */
export const slotsLabel = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${count} inschrijfsloten over`

/** `maximum` is the moment's `max_enrollments`, 0 without a limit. */
export const limitLabel = (maximum: number): string =>
  maximum === 0 ? 'Onbeperkt aantal modules toegestaan' : `Maximaal ${maximum} modules toegestaan`

/** Which modules a moment is for; `names` empty means it is for every module. */
export const availabilityLabel = {
  card: (names: readonly string[]): string => (names.length === 0 ? 'Alle' : names.join(', ')),
  list: (names: readonly string[]): string => (names.length === 0 ? 'Alle modules' : names.join(', ')),
}

/** `moment` is the label of the module's future enrolment, null without one. */
export const enrollmentBadge = (moment: string | null): string =>
  moment === null ? 'Niet Ingeschreven' : `Ingeschreven voor ${moment}`

/** Why a student can take nothing (more) at a moment, on the list of test moments. */
export const momentObstacleTexts = {
  closed: 'Inschrijvingen voor dit toetsmoment zijn gesloten.',
  'nothing-offered': 'Voor dit toetsmoment is geen module van jouw studierichting beschikbaar.',
  'all-completed': 'Je hebt alle modules die voor dit toetsmoment beschikbaar zijn al afgerond.',
  'no-slots-left': 'Je hebt voor dit toetsmoment geen sloten meer over.',
} satisfies Record<MomentObstacle, string>

export const emptyListTexts = {
  noTestmomentsForModule: 'Er zijn geen toetsmomenten beschikbaar voor deze module',
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief. Zodra dat zo is, vind je hier de toetsmomenten.',
}
