/** Texts of any register's screen; `one` is its singular, such as 'lokaal'. */
export const registerTexts = (one: string, newTitle: string) => {
  const One = `${one.charAt(0).toUpperCase()}${one.slice(1)}`
  return {
    newTitle,
    add: `${One} toevoegen`,
    create: `${One} aanmaken`,
    edit: (name: string) => `${One} ${name} wijzigen`,
    created: (name: string) => `${One} ${name} is aangemaakt.`,
    edited: (name: string) => `${One} ${name} is gewijzigd.`,
    createFailed: `Aanmaken van ${one} mislukt`,
    editFailed: `Wijzigen van ${one} mislukt`,
    archive: (name: string) => `${One} ${name} archiveren`,
    archiveQuestion: (name: string) => `${One} ${name} archiveren?`,
    archived: (name: string) => `${One} ${name} is gearchiveerd.`,
    restore: (name: string) => `${One} ${name} terugzetten`,
    restored: (name: string) => `${One} ${name} is teruggezet.`,
    archiveFailed: `Archiveren of terugzetten van ${one} mislukt`,
    deleteLabel: `${One} verwijderen`,
    delete: (name: string) => `${One} ${name} verwijderen`,
    deleteQuestion: (name: string) => `${One} ${name} verwijderen?`,
    deleted: (name: string) => `${One} ${name} is verwijderd.`,
    deleteFailed: `Verwijderen van ${one} mislukt`,
  }
}

export type RegisterTexts = ReturnType<typeof registerTexts>

export const countedCharacters = (length: number, most: number) => `${length} van ${most} tekens`
