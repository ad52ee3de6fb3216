/** `count` is Infinity at a moment without a limit, as `slotsLeft` gives it. */
export const slotsLabel = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${count} inschrijfsloten over`

export const unansweredLabel = 'Nog niet bekend'

export const emptyListTexts = {
  noTestmomentsForModule: 'Er zijn geen toetsmomenten beschikbaar voor deze module',
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief. Zodra dat zo is, vind je hier de toetsmomenten.',
}

/** Of what an address leads to and the lists do not hold (any more). */
export const goneTexts = {
  testmoment: 'Dit toetsmoment is er niet (meer), of het is al geweest.',
  module: 'Deze module staat niet (meer) in je overzicht.',
}
