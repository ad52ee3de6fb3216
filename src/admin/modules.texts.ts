export const putAwayTexts = {
  deleted: (name: string) => `Module ${name} is verwijderd.`,
  deleteFailed: 'Verwijderen van module mislukt',
  deleteQuestion: (name: string) => `Module ${name} verwijderen?`,
  archived: (name: string) => `Module ${name} is gearchiveerd.`,
  restored: (name: string) => `Module ${name} is teruggezet. Ze is nog niet in gebruik.`,
  archiveQuestion: (name: string) => `Module ${name} archiveren?`,
  why: 'Verwijderen kan daarom niet.',
  archiving:
    'Een gearchiveerde module is niet meer in gebruik en staat in geen lijst meer. Wat eraan hangt, blijft zoals het is. Je kunt haar later terugzetten.',
  archiveFailed: 'Archiveren of terugzetten van module mislukt',
  delete: 'Module verwijderen',
  restoreModule: (name: string) => `Module ${name} terugzetten`,
  deleteModule: (name: string) => `Module ${name} verwijderen`,
  archiveModule: (name: string) => `Module ${name} archiveren`,
}
