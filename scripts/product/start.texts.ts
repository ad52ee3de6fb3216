export const startTexts = {
  building: 'De app wordt gebouwd…',
  ready: (url: string) => `\nWiskunde inschrijven staat klaar op ${url}\n`,
  howToStop: 'Stoppen: Ctrl+C',
  demoSchool: (password: string) => `Demoschool, inloggen met wachtwoord ${password}:`,
  portGivenTwice: ({ setting, other, port }: { setting: string; other: string; port: number }) =>
    `${setting} en ${other} zijn allebei ${port}. Geef ze elk een eigen poort.`,
  portInUse: (setting: string, port: number) =>
    `Poort ${port} is al in gebruik. Kies een andere, bijvoorbeeld: ${setting}=${port + 10} npm start`,
  noDatabase: (why: string) => `De database ${why}`,
  silent: (url: string, reason: string) => `${url} (DATABASE_URL) antwoordt niet: ${reason}.`,
  waitingForDatabase: (seconds: number, why: string) => `Wacht op de database, hoogstens ${seconds} s: ${why}`,
  migrated: 'De tabellen zijn bij.',
  schoolNotStarted: (port: number) => `De school om bij in te loggen kon niet beginnen op poort ${port}.`,
  schoolLogin: (issuer: string) => `Inloggen met een schoolaccount kan, bij ${issuer}`,
} as const

export const serverTexts = {
  stopped: ({ name, how, seconds }: { name: string; how: string; seconds: number }) =>
    `De ${name} is gestopt (${how}) en start over ${seconds} s opnieuw.`,
  notStarted: (name: string, how: string) => `De ${name} kon niet starten (${how}); hierboven staat waarom.`,
  gotStatus: (status: number) => `kreeg ${status}`,
  noAnswer: 'nog geen antwoord',
  starting: ({ name, seconds, url, got }: { name: string; seconds: number; url: string; got: string }) =>
    `De ${name} start nog (${seconds} s): wacht op ${url}, ${got}.`,
} as const

export const adminTexts = {
  usage: (command: string) => `Geef een e-mailadres op: ${command}`,
  isAdministrator: (username: string) => `\n${username} is beheerder.\n`,
  activate: (hours: number) => `Activeer het account en kies een wachtwoord (${hours} uur geldig):`,
  existed: (url: string) => `Het account bestond al. Inloggen kan op ${url}, zoals eerder.\n`,
  orBySchool: ({ username, minutes, url }: { username: string; minutes: number; url: string }) =>
    `Inloggen met het schoolaccount van ${username} kan ook: wie dat binnen ${minutes} minuten op ${url} doet, koppelt het aan dit account.\n`,
} as const
