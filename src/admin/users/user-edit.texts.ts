import type { StudentNumberRefusal } from '#domain/users/student-number.rules.ts'
import { classGroupRefusalTexts, nameRefusalTexts, studentNumberRefusalTexts } from '#domain/users/user.texts.ts'
import type { ClassGroupRefusal, NameRefusal } from '#domain/users/user-edit.rules.ts'
import { saveTexts } from '#src/parts/writing/save.texts.ts'

export const userEditTexts = {
  log: 'Logboek van deze gebruiker',
  takeOff: 'Van de wachtlijst halen',
  takeOffFor: (module: string) => `Van de wachtlijst halen voor module ${module}`,
  offListConfirm: 'Van de lijst halen',
  saved: saveTexts.saved,
  saveFailed: 'Opslaan van gebruiker mislukt',
  /** beside the name, number or class group of somebody else */
  identityRefusals: {
    ...nameRefusalTexts,
    ...studentNumberRefusalTexts,
    ...classGroupRefusalTexts,
    'name-missing': 'Vul hier de naam van deze gebruiker in.',
  } satisfies Record<NameRefusal | StudentNumberRefusal | ClassGroupRefusal, string>,
  studentNumberHint: 'Mag leeg blijven. De student ziet het nummer, maar kan het niet wijzigen.',
  classGroupHint: 'Mag leeg blijven. De student ziet de klas, maar kan die niet wijzigen.',
  extraTimeHint: 'Staat op de tablet en op de pagina voor de surveillant. Niet op de lijst die wordt getekend.',
  recorded: 'Er is aanwezigheid of een uitslag genoteerd: uitschrijven of verplaatsen kan niet meer.',
  reopen: 'Niet meer afgerond',
  reopened: (student: string, module: string) => `Module ${module} is voor ${student} niet meer afgerond`,
  reopenFailed: 'Wijzigen van de afgeronde module mislukt',
  losesAccess: 'Dit is je eigen account. Alleen een collega kan het deactiveren of er geen beheerder meer van maken.',
  mailSent: 'De email is verzonden',
  mailFailed: 'Het is niet gelukt om de email te verzenden',
  linkCopied: 'Activatie link gekopiëerd',
  linkNotCopied: 'Kopiëren lukt niet in deze browser. Selecteer de link en kopieer hem zelf.',
  linkExpired: 'Deze link is verlopen. Verstuur de activatiemail opnieuw voor een nieuwe.',
  linkForOwner:
    'De activatielink gaat alleen per e-mail naar de eigenaar: dit account is al eens gebruikt, of er is nog geen link gemaakt.',
  deleted: (username: string) => `Gebruiker ${username} verwijderd`,
  own: 'Dit is je eigen account. Alleen een collega kan het verwijderen.',
  deleteFailed: 'Verwijderen van gebruiker mislukt',
  deleteQuestion: (username: string) => `Gebruiker ${username} verwijderen?`,
  roleQuestion: (username: string) => `Het type van ${username} wijzigen?`,
  departmentExplanation:
    'Deze student heeft de eigen gegevens nog niet bevestigd. Wat je hier kiest, staat dan al ingevuld; automatische inschrijvingen komen pas bij het bevestigen.',
  noDepartment: 'Nog geen studierichting',
  departmentGiven: (name: string) => `Studierichting gewijzigd in ${name}`,
  departmentFailed: 'Wijzigen van de studierichting mislukt',
  switchExplanation:
    'De studierichting bepaalt voor welke modules deze student zich kan inschrijven. Voordat je wisselt, zie je wat er verandert.',
  enrolled: (student: string, module: string, moment: string) =>
    `${student} is ingeschreven voor module ${module}: ${moment}`,
  unenrolled: (student: string, module: string, moment: string) =>
    `${student} is uitgeschreven voor module ${module}: ${moment}`,
  unenrollQuestion: (student: string, module: string) => `${student} uitschrijven voor module ${module}?`,
  enrolledNow: (moment: string) => `De inschrijving voor ${moment} vervalt.`,
  putOnList: 'Op de wachtlijst zetten',
  onList: (student: string, module: string, moment: string) =>
    `${student} staat op de wachtlijst voor module ${module}: ${moment}`,
  onListFailed: 'Op de wachtlijst zetten mislukt',
  waits: (moment: string | null, place: number) => `Wacht op een plaats${moment ? `: ${moment}` : ''} (${place}e)`,
  offListQuestion: (student: string, module: string) => `${student} van de wachtlijst halen voor module ${module}?`,
  offListNotice: 'De student leest dit in de app en in een e-mail. De plaats op de lijst komt niet terug.',
  offList: (student: string, module: string, moment: string | null) =>
    `${student} is van de wachtlijst gehaald voor module ${module}${moment ? `: ${moment}` : ''}`,
  offListFailed: 'Van de lijst halen mislukt',
  waitsNoLonger: 'Deze student stond niet meer op de wachtlijst.',
  linkValidUntil: (instant: string): string => `Geldig tot ${instant}.`,
  full: (moment: string) => `Toetsmoment ${moment} is vol: er is geen plaats vrij.`,
  enrollAbove: 'Toch inschrijven, boven de plaatsen',
  noMoments: 'Er zijn nu geen toetsmomenten waarvoor deze student zich kan inschrijven.',
  noModules: 'De studierichting van deze student heeft geen modules, of is nog niet gekozen.',
  momentOf: (module: string) => `Toetsmoment voor module ${module}`,
  enrollFor: (module: string) => `Inschrijven voor module ${module}`,
  unenrollFrom: (module: string) => `Uitschrijven voor module ${module}`,
  typeConfirm: 'Type wijzigen',
  notActivated: 'Niet geactiveerd',
  saveDepartment: 'Studierichting opslaan',
}
