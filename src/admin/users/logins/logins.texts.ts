/** Of people's logins, as a teacher reads them. */
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
}
