import type { LoginFailure } from './session.context.ts'

export const loginHeading = (failure: LoginFailure): string =>
  failure === 'login-over' ? 'Je bent uitgelogd' : 'Login mislukt'

/** Beside a field that was left empty. */
export const missingTexts = { username: 'Vul je e-mailadres in.', password: 'Vul je wachtwoord in.' }

/** What the login box says below its heading. */
export const loginFailureTexts = {
  'login-failed': 'De combinatie van gebruikersnaam en wachtwoord klopt niet.',
  'account-not-activated':
    'Je account is nog niet geactiveerd. Gebruik de link in de e-mail die je bij je registratie hebt gekregen.',
  'too-many-attempts': 'Er is te vaak geprobeerd in te loggen. Wacht even en probeer het dan opnieuw.',
  'login-over': 'Je login is verlopen, of op een ander apparaat beëindigd. Log opnieuw in om verder te gaan.',
  unavailable: 'Inloggen lukt op dit moment niet. Probeer het over een minuut opnieuw.',
  'no-network': 'Er is geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.',
} satisfies Record<LoginFailure, string>
