import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import type { LoginFailure } from '#src/session/session.context.ts'

export const loginFailureTexts = {
  'login-failed': 'De combinatie van gebruikersnaam en wachtwoord klopt niet.',
  'login-over': 'Je login is verlopen, of op een ander apparaat beëindigd. Log opnieuw in om verder te gaan.',
  unavailable: 'Inloggen lukt op dit moment niet. Probeer het zo meteen opnieuw.',
  'no-network': 'Er is geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.',
  'school-login-cut-off':
    'Er is geen verbinding met de server, dus je login is niet afgemaakt. Log opnieuw in zodra je weer verbinding hebt.',
  'login-method-off': loginRefusalTexts['login-method-off'],
  'password-login-off': loginRefusalTexts['password-login-off'],
  'second-factor-missing': loginRefusalTexts['second-factor-missing'],
  'second-factor-wrong': loginRefusalTexts['second-factor-wrong'],
  'second-factor-over': loginRefusalTexts['second-factor-over'],
  'passkey-refused': loginRefusalTexts['passkey-refused'],
  'school-code-unknown': loginRefusalTexts['school-code-unknown'],
} satisfies Record<Exclude<LoginFailure, object>, string>

export const loginAlertTexts = {
  cancelled: 'Je bent niet ingelogd',
  schoolFailed: 'Inloggen met je school is niet gelukt',
  loggedOut: 'Je bent uitgelogd',
  lookInMail: 'Kijk in je e-mail',
  failed: 'Login mislukt',
  copied: 'Code gekopieerd',
  notCopied: 'Kopiëren lukte niet. Schrijf de code over.',
  copy: 'Kopiëren',
  tooMany: (again: string) => `Er is te vaak geprobeerd in te loggen. ${again}`,
} as const

export const loginTexts = {
  /** shown to everybody, since no answer to a login may reveal which accounts it is true for */
  notActivated: 'Nog niet geactiveerd? Kijk in je mail.',
  forgets: {
    title: 'Je browser mag van deze site niets bewaren',
    text: 'Je kunt inloggen, maar alleen voor dit bezoek. Sta cookies en sitegegevens voor deze site toe om ingelogd te blijven.',
  },
  full: {
    title: 'Je browser heeft geen ruimte meer',
    text: 'Je kunt inloggen, maar alleen voor dit bezoek. Maak ruimte vrij op je apparaat, of wis websitegegevens in je browser. Dan blijf je ingelogd.',
  },
  leaving: 'Naar de inlogpagina van je school…',
  noConnection: 'Er is geen verbinding met de server. Zodra die er weer is, kun je hiermee inloggen.',
  title: 'Inloggen',
  purpose: 'Log in om je in te schrijven voor een wiskundetoets.',
  loggedOutHere: 'Je bent hier uitgelogd',
  stillAtSchool: 'Bij je school ben je nog ingelogd.',
  logOutAtSchool: 'Log ook uit bij je school',
  byPasskey: 'Inloggen met een passkey',
  forgotten: 'Wachtwoord vergeten?',
  register: 'Account aanmaken',
  byPassword: 'Inloggen met een wachtwoord (voor docenten)',
  loggingIn: 'Bezig met inloggen…',
}

export const missingTexts = { username: 'Vul je e-mailadres in.', password: 'Vul je wachtwoord in.' }
