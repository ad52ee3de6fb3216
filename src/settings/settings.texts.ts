/** Titles of the parts, by their fragment in the address; not all users have all parts. */
export const partTitles = {
  gegevens: 'Je gegevens',
  studierichting: 'Studierichting',
  inloggen: 'Inloggen',
  wachtwoord: 'Wachtwoord wijzigen',
  meldingen: 'Meldingen op je apparaten',
  bevestiging: 'Bevestiging per e-mail',
  agenda: 'Agenda',
  apparaten: 'Waar je bent ingelogd',
  app: 'De app op dit apparaat',
  download: 'Mijn gegevens',
} as const

export const pageTexts = {
  gegevens: { title: 'Gegevens', holds: 'Je naam en je e-mailadres' },
  inloggen: { title: 'Inloggen', holds: 'Je wachtwoord, passkeys en een tweede stap' },
  meldingen: { title: 'Meldingen', holds: 'Waarvan je een melding of e-mail krijgt' },
  agenda: { title: 'Agenda', holds: 'Je toetsen in je eigen agenda' },
  apparaten: { title: 'Apparaten', holds: 'Waar je bent ingelogd, en de app' },
  download: { title: 'Mijn gegevens', holds: 'Download alles wat er over je wordt bewaard' },
} as const

export const settingsTexts = {
  pages: 'Instellingen',
  back: 'Alle instellingen',
  loading: 'Je instellingen worden geladen…',
  department: 'Je studierichting bepaalt voor welke modules je je kunt inschrijven.',
  confirmation: 'Ook als een docent het voor je doet.',
  download: 'Eén bestand: je gegevens, inschrijvingen en logins.',
  downloadFailed: 'Het downloaden van je gegevens is niet gelukt.',
}

export const sessionTexts = {
  failed: 'Uitloggen op het andere apparaat is niet gelukt.',
  ended: (device: string) => `${device} is uitgelogd.`,
  here: ' (dit apparaat)',
  used: (method: string, when: string) => `Ingelogd met ${method}. Laatst gebruikt ${when}`,
  older: (count: number) => `Nog ${count} keer ingelogd`,
  withoutConnection: 'Log je uit zonder verbinding, dan is dit apparaat meteen leeg.',
  stillListed: 'In deze lijst blijft het staan tot de server dat weet, hoogstens 14 dagen.',
  endAll: 'Overal uitloggen',
  endAllQuestion: 'Overal uitloggen?',
  endAllMeans: 'Op al je apparaten, ook dit, moet je daarna opnieuw inloggen.',
}

export const calendarFeedTexts = {
  intro: 'Zet je toetsen in je eigen agenda. Verandert er iets, dan verandert het daar vanzelf mee.',
  make: 'Agenda-link maken',
  madeAt: (when: string) => `Je hebt een agenda-link, gemaakt op ${when}.`,
  onlyNow:
    'Kopieer de link nu: we kunnen hem niet nog een keer laten zien. Wie hem heeft, ziet voor welke toetsen je bent ingeschreven; deel hem dus niet.',
  copied: 'Agenda-link gekopieerd',
  notCopied: 'Kopiëren is niet gelukt. Selecteer de link en kopieer hem zelf.',
  revoked: 'De agenda-link is ingetrokken.',
  failed: 'De agenda-link wijzigen is niet gelukt.',
  replacing: {
    title: 'Nieuwe agenda-link maken?',
    consequence: 'De link die je nu gebruikt, werkt dan niet meer. Zet de nieuwe daarna in je agenda.',
    confirm: 'Nieuwe link maken',
  },
  revoking: {
    title: 'Agenda-link intrekken?',
    consequence: 'Agenda’s die de link gebruiken, worden dan niet meer bijgewerkt.',
    confirm: 'Link intrekken',
  },
  address: 'Agenda-link',
  copy: 'Kopiëren',
  openInCalendar: 'Openen in mijn agenda',
}

export const namesTexts = {
  saveFailed: 'Opslaan is niet gelukt.',
  loadFailed: 'Je gegevens konden niet worden opgehaald.',
  email: 'E-mail',
  emailHint: 'Hiermee log je in. Dit adres kun je niet wijzigen.',
  studentNumberHint: 'Klopt dit nummer niet? Laat het je docent weten.',
  classGroupHint: 'Klopt deze klas niet? Laat het je docent weten.',
  saving: 'Bezig met opslaan…',
  save: 'Opslaan',
  changedRemotely: 'Je gegevens zijn intussen ergens anders gewijzigd',
  chooseWhich: 'Er is nog niets overschreven. Kies wat er moet gelden.',
  keepMine: 'Mijn gegevens opslaan',
  takeTheirs: 'Opgeslagen gegevens overnemen',
} as const

export const passwordTexts = {
  changed: 'Je wachtwoord is gewijzigd. Je bent op je andere apparaten uitgelogd.',
  failed: 'Je wachtwoord is niet gewijzigd.',
  current: 'Huidig wachtwoord',
  chosen: 'Nieuw wachtwoord',
  repeat: 'Herhaal nieuw wachtwoord',
  loggedOutElsewhere: 'Daarna ben je op je andere apparaten uitgelogd.',
  change: 'Wachtwoord wijzigen',
} as const

export const confirmationTexts = {
  label: 'Als je inschrijvingen veranderen',
  failed: 'Opslaan is niet gelukt.',
} as const
