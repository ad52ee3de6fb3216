import { counted } from '#domain/entities/counts.texts.ts'

export const usersTexts = {
  /** short, so that the table fits on a tablet */
  studentNumber: 'Studentnr.',
  loadFailed: 'Ophalen van gebruikers mislukt',
  users: (count: number) => counted(count, 'gebruiker', 'gebruikers'),
  nobody: (search: string, isNarrowed: boolean) => {
    if (isNarrowed)
      return search === '' ? 'Niemand voldoet aan deze filters.' : `Niemand gevonden voor ‘${search}’ met deze filters.`
    return search === ''
      ? 'Er zijn nog geen gebruikers.'
      : `Niemand gevonden voor ‘${search}’. Probeer een deel van de naam, het adres of het studentnummer.`
  },
  found: ({ search, count, isNarrowed }: { search: string; count: number; isNarrowed: boolean }) =>
    `${counted(count, 'gebruiker', 'gebruikers')}${search && ` gevonden voor ‘${search}’`}${isNarrowed ? (search ? ', met deze filters' : ' met deze filters') : ''}.`,
  add: 'Gebruiker toevoegen',
  more: 'Meer gebruikers laden',
  searchOne: 'Zoek een gebruiker',
}

export const filterTexts = {
  search: 'Zoek op naam, e-mailadres of studentnummer',
  all: 'Alle',
  account: {
    yes: 'Geactiveerd',
    no: 'Niet geactiveerd',
    none: 'Nog geen brief gehad',
    expired: 'Uitnodiging verlopen',
  },
  loginBefore: 'Wie het laatst inlogde vóór deze dag, of nooit',
  noDay: 'Schrijf de datum als 1-9-2026.',
  notThisYear: 'Dit schooljaar niet ingeschreven',
  neverEnrolled: 'Nooit ingeschreven',
} as const

export const newUserTexts = {
  failed: 'Toevoegen van de gebruiker mislukt',
  taken: 'Er is al een account met dit e-mailadres.',
  openTaken: 'Bekijk die gebruiker',
  noDepartment: 'De student kiest zelf',
  departmentHint: 'De student bevestigt dit bij de eerste keer inloggen.',
  optionalHint: 'Mag leeg blijven.',
  letterHints: {
    now: 'Met een link om een wachtwoord te kiezen, die 14 dagen werkt.',
    later: 'Tot die tijd kan deze gebruiker niet inloggen. In de lijst staat dan ‘Nog geen brief’.',
  },
  made: (username: string, letter: 'now' | 'later') =>
    letter === 'now'
      ? `${username} is toegevoegd en krijgt een activatiemail`
      : `${username} is toegevoegd, nog zonder activatiemail`,
  title: 'Gebruiker toevoegen',
  sendNow: 'Nu sturen',
  sendLater: 'Later sturen',
} as const

export const wayTexts = {
  import: 'Studenten importeren',
  notActivated: 'Bericht aan wie nog niet geactiveerd is',
  neverEnrolled: 'Bericht aan wie dit jaar nog nergens is ingeschreven',
} as const

export const exportTexts = { label: 'Exporteren', failed: 'Exporteren mislukt' } as const

export const statusTexts = {
  lastLogin: (at: string) => `ingelogd ${at}`,
  noLogin: 'geen login bekend',
  until: (day: string) => `tot ${day}`,
}
