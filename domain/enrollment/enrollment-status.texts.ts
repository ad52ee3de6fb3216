/** `count` is Infinity at a moment without a limit, as `slotsLeft` gives it. */
export const slotsLabel = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${count} inschrijfsloten over`

/** `moment` is the label of the module's future enrolment, null without one. */
export const enrollmentBadge = (moment: string | null): string =>
  moment === null ? 'Niet Ingeschreven' : `Ingeschreven voor ${moment}`

/** Beside an enrolment that somebody is about to lose: the student cannot enrol there again by themselves. */
export const lostForGoodText = 'Niet zelf terug te draaien: de inschrijvingen zijn gesloten.'

export const emptyListTexts = {
  noTestmomentsForModule: 'Er zijn geen toetsmomenten beschikbaar voor deze module',
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief. Zodra dat zo is, vind je hier de toetsmomenten.',
}
