interface LoadFailedTexts {
  loadFailed: string
  /** the record in the address is gone */
  gone: string
}

const goneTestmoment = 'Dit toetsmoment bestaat niet (meer).'
const goneSchoolyear = 'Dit schooljaar bestaat niet (meer).'

export const loadFailedTexts = {
  testmoment: { loadFailed: 'Ophalen van toetsmomenten mislukt', gone: goneTestmoment },
  results: { loadFailed: 'Ophalen van de uitslagen mislukt', gone: goneTestmoment },
  copy: { loadFailed: 'Ophalen van toetsmomenten mislukt', gone: goneSchoolyear },
  recesses: { loadFailed: 'Ophalen van lesvrije weken mislukt', gone: goneSchoolyear },
  import: { loadFailed: 'Ophalen van de import mislukt', gone: 'Deze import bestaat niet (meer).' },
  message: { loadFailed: 'Bericht ophalen mislukt', gone: 'Dit bericht bestaat niet (meer).' },
  department: { loadFailed: 'Studierichting ophalen mislukt', gone: 'Deze studierichting bestaat niet (meer).' },
  user: { loadFailed: 'Gebruiker ophalen mislukt', gone: 'Deze gebruiker bestaat niet (meer).' },
} satisfies Record<string, LoadFailedTexts>

export const listFailedTexts = {
  audit: 'Ophalen van het logboek mislukt',
  departmentModules: 'Ophalen van de modules per studierichting mislukt',
  gradebook: 'Ophalen van de cijferlijst mislukt',
  imports: 'Ophalen van eerdere imports mislukt',
  messages: 'Ophalen van berichten mislukt',
  schoolyears: 'Ophalen van schooljaren mislukt',
  testmoments: 'Ophalen van toetsmomenten mislukt',
  users: 'Ophalen van gebruikers mislukt',
}
