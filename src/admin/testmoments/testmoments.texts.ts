import { messagedText } from '#src/parts/editing/save.texts.ts'

export const testmomentsTexts = {
  add: 'Toetsmoment toevoegen',
  import: 'Toetsmomenten importeren',
  copy: 'Overnemen uit een ander schooljaar',
  search: 'Zoek op dag, plaats of module',
  showAll: 'Alle toetsmomenten tonen',
  created: (date: string) => `Toetsmoment ${date} is aangemaakt.`,
  createQuestion: 'Toch aanmaken op deze datum?',
  createFailed: 'Aanmaken van toetsmomenten mislukt',
  modulesFailed: 'Het ophalen van de modules is niet gelukt',
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
  nothingKnown: 'Nog geen plaats',
  allModules: 'Alle modules',
  toToday: 'Naar vandaag',
  outsideYear: 'Buiten het schooljaar',
  more: 'Meer Toetsmomenten laden',
  toSchoolyears: 'Naar de schooljaren',
  ofSchoolyear: 'Beheer toetsmomenten voor schooljaar',
  presenceAt: (name: string) => `Aanwezigheid bij toetsmoment ${name}`,
  resultsOf: (name: string) => `Uitslagen van toetsmoment ${name}`,
  activeFor: (moment: string) => `Inschrijvingen actief voor ${moment}`,
}

export const checklistTexts = {
  allForHall: 'Eén lijst van alle studenten met hun modules, voor een zaal. Om af te vinken en te laten tekenen.',
  byModule: 'Een lijst per module, elk op eigen bladen. Om af te vinken en te laten tekenen.',
  forInvigilator: 'Voor de surveillant',
  whoHasExtraTime: 'Wie extra tijd heeft. Alleen voor de surveillant: niet om te tekenen, en het gaat niet rond.',
} as const
