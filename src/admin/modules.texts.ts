export const modulesTexts = {
  intro:
    'Modules zijn wat een student kan toetsen. Een module die niet meer in gebruik is, wordt nergens meer aangeboden.',
  none: 'Er zijn nog geen modules. Maak de eerste aan.',
  add: 'Module toevoegen',
  byDepartment: 'Modules per studierichting',
  import: 'Modules importeren',
  new: 'Nieuwe module',
  create: 'Module aanmaken',
  edit: (name: string) => `Module ${name} wijzigen`,
  inUse: (name: string) => `Module ${name} in gebruik`,
  nameFixed: 'De naam van een module verandert niet.',
  nameHint: 'Een korte code, bijvoorbeeld ALG1. Je kunt de naam later niet wijzigen.',
  created: (name: string) => `Module ${name} is aangemaakt.`,
  edited: (name: string) => `Module ${name} is gewijzigd.`,
  createFailed: 'Aanmaken van module mislukt',
  editFailed: 'Wijzigen van module mislukt',
  stillEnrolled: (students: number) =>
    students === 1 ? ' 1 student blijft ervoor ingeschreven.' : ` ${students} studenten blijven ervoor ingeschreven.`,
}

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
