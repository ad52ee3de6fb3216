/** Texts about people's logins, for teachers. */
export const loginsTexts = {
  linked: (when: string) => `Gekoppeld sinds ${when}`,
  made: (when: string) => `Ingesteld op ${when}`,
  own: 'Dit is je eigen account. Hoe je inlogt, wijzig je bij',
  unlinkQuestion: (person: string) => `Schoolaccount van ${person} ontkoppelen?`,
  unlinkConsequence:
    'Met het schoolaccount komt deze persoon dan niet meer in dit account. Wie daarna toch met het schoolaccount inlogt, wordt opnieuw gekoppeld als het e-mailadres klopt.',
  unlinked: (person: string) => `Het schoolaccount van ${person} is ontkoppeld`,
  unlinkFailed: 'Ontkoppelen van het schoolaccount mislukt',
  resetQuestion: (person: string) => `Tweede stap van ${person} resetten?`,
  resetBefore: 'Doe dit alleen als je zeker weet wie het vraagt: spreek de persoon zelf.',
  resetConsequences: [
    'Alle passkeys, de authenticator-app en de herstelcodes vervallen.',
    'Op alle apparaten wordt deze persoon uitgelogd.',
    'De persoon krijgt hierover een e-mail.',
  ],
  reset: (person: string) => `De tweede stap van ${person} is gereset`,
  resetFailed: 'Resetten van de tweede stap mislukt',
  noticesIntro: 'Bij het inloggen met een schoolaccount klopte iets niet. Kijk het na en zet het zo nodig recht.',
  /** replaces a missing name in a sentence */
  someoneElse: 'een ander account',
  settled: 'De melding is afgehandeld',
  settleFailed: 'Afhandelen van de melding mislukt',
  barred: (count: number) => `Schoolaccounts zonder toegang (${count})`,
  barredIntro:
    'Van wie hier een account is verwijderd, kan het schoolaccount niet meer inloggen. Wie het toch probeert, ziet een code; vraag daarnaar als iemand weer wil meedoen.',
  barredSince: (when: string) => `Account verwijderd op ${when}.`,
  tried: (when: string) => `Laatst geprobeerd ${when}.`,
  notTried: 'Nog niet geprobeerd.',
  noneByCode: (code: string) => `Geen schoolaccount gevonden met code ‘${code}’.`,
  liftQuestion: (code: string) => `Schoolaccount ${code} weer toelaten?`,
  liftConsequence:
    'Wie dit schoolaccount heeft, kan weer inloggen en krijgt dan een nieuw, leeg account. Wat er was, komt niet terug.',
  lifted: (code: string) => `Het schoolaccount met code ${code} is weer toegelaten`,
  liftFailed: 'Weer toelaten van het schoolaccount mislukt',
  title: 'Meldingen over schoolaccounts',
  code: 'Code van de persoon',
  liftConfirm: 'Weer toelaten',
}
