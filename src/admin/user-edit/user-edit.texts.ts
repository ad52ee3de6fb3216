import { saveTexts } from '#src/parts/editing/save.texts.ts'

export const userEditTexts = {
  saved: saveTexts.saved,
  saveFailed: 'Opslaan van gebruiker mislukt',
  lastAdministrator: 'Dit is de laatste beheerder. Maak eerst een collega beheerder.',
  mailSent: 'De email is verzonden',
  mailFailed: 'Het is niet gelukt om de email te verzenden',
  linkCopied: 'Activatie link gekopiëerd',
  linkNotCopied: 'Kopiëren lukt niet in deze browser. Selecteer de link en kopieer hem zelf.',
  linkExpired: 'Deze link is verlopen. Verstuur de activatiemail opnieuw voor een nieuwe.',
  deleted: (username: string) => `Gebruiker ${username} verwijderd`,
  deleteFailed: 'Verwijderen van gebruiker mislukt',
  deleteWarning:
    'Alles van deze gebruiker wordt verwijderd, ook de inschrijvingen. Dit kan niet ongedaan worden gemaakt.',
  noMoments: 'Er zijn nu geen toetsmomenten waarvoor deze student zich kan inschrijven.',
  noModules: 'De studierichting van deze student heeft geen modules, of is nog niet gekozen.',
}
