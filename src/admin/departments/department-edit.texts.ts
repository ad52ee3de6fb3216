import { saveTexts } from '#src/parts/writing/save.texts.ts'

export const departmentEditTexts = {
  saved: saveTexts.saved,
  saveFailed: 'Er is iets misgegaan bij het opslaan van de studierichting',
  isArchived: 'Deze studierichting is gearchiveerd.',
  archived: (name: string) => `Studierichting ${name} is gearchiveerd.`,
  restored: (name: string) => `Studierichting ${name} is teruggezet.`,
  /** the product's sentence for test moments, used for departments too */
  holdsAlready: (module: string) => `Dit toetsmoment bevat module ${module} al`,
  moduleAdded: (module: string, made: number) =>
    `Module ${module} is toegevoegd aan de studierichting${enrolled(made)}`,
  addQuestion: (module: string) => `Module ${module} aan de studierichting toevoegen?`,
  removeQuestion: (module: string) => `Module ${module} van de studierichting verwijderen?`,
  moduleRemoved: (module: string) => `Module ${module} is van de studierichting verwijderd`,
  archiveExplanation:
    'Een gearchiveerde studierichting kan niet meer gekozen worden. Studenten die haar al hebben, houden haar.',
  noModules:
    'Deze studierichting heeft nog geen modules. Haar studenten kunnen zich nergens voor inschrijven. Voeg modules toe.',
  log: 'Logboek van deze studierichting',
  addAnyway: 'Toch toevoegen',
  remove: 'Module verwijderen',
  modules: 'Modules van deze studierichting',
}

const enrolled = (made: number) =>
  made === 0
    ? ''
    : made === 1
      ? '. Er is 1 student automatisch ingeschreven'
      : `. Er zijn ${made} studenten automatisch ingeschreven`
