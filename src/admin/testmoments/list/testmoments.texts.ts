import { messagedText } from '#src/parts/writing/save.texts.ts'

export const testmomentsTexts = {
  add: 'Toetsmoment toevoegen',
  import: 'Toetsmomenten importeren',
  copy: 'Overnemen uit een ander schooljaar',
  search: 'Zoek op dag, locatie of module',
  showAll: 'Alle toetsmomenten tonen',
  created: (date: string) => `Toetsmoment ${date} is aangemaakt.`,
  createQuestion: 'Toch aanmaken op deze datum?',
  createFailed: 'Aanmaken van toetsmomenten mislukt',
  noneChosen: 'Niets aangevinkt: studenten kiezen uit alle modules.',
  loadFailed: 'Ophalen van toetsmomenten mislukt',
  opened: (moment: string) => `De inschrijvingen voor ${moment} zijn geopend.`,
  closed: (moment: string, messaged: number) =>
    `De inschrijvingen voor ${moment} zijn gesloten${messagedText(messaged)}.`,
  closeQuestion: (moment: string) => `Inschrijvingen voor ${moment} sluiten?`,
  creationExplanation:
    'Een nieuw toetsmoment is gesloten voor inschrijvingen. Je kunt het daarna via beheer wijzigen en later openen.',
  noMoments: 'Dit schooljaar heeft nog geen toetsmomenten. Maak het eerste aan.',
  noneAhead: 'Er komen geen toetsmomenten meer in dit schooljaar.',
  past: (count: number) => `Geweest (${count.toLocaleString('nl-NL')})`,
  found: (search: string, count: number) =>
    count === 0
      ? `Geen toetsmoment gevonden voor '${search}'.`
      : count === 1
        ? `1 toetsmoment gevonden voor '${search}'`
        : `${count.toLocaleString('nl-NL')} toetsmomenten gevonden voor '${search}'`,
  noSchoolyears: 'Er is nog geen schooljaar. Maak er eerst een aan bij Schooljaren.',
  noneActive: 'Er is nu geen schooljaar actief. Studenten zien daarom geen toetsmomenten.',
  aboveSeats: (count: number) => `${count} te veel`,
  nothingKnown: 'Nog geen locatie',
  allModules: 'Alle modules',
  more: 'Meer Toetsmomenten laden',
  toSchoolyears: 'Naar de schooljaren',
  ofSchoolyear: 'Beheer toetsmomenten voor schooljaar',
  presenceAt: (name: string) => `Aanwezigheid bij toetsmoment ${name}`,
  resultsOf: (name: string) => `Uitslagen van toetsmoment ${name}`,
  activeFor: (moment: string) => `Inschrijvingen actief voor ${moment}`,
}
