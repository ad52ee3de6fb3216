import type { LoginMethod, LoginNoticeKind } from './login.schema.ts'

/**
 * Texts for failed school logins, by the reason in the address on the way back (`#school-error=…`). In most cases the reader
 * did nothing wrong; each text says what to do next.
 */
export const schoolLoginTexts = {
  cancelled: 'Je hebt het inloggen afgebroken. Probeer het opnieuw, of log op een andere manier in.',
  expired: 'Het inloggen duurde te lang. Probeer het opnieuw.',
  replayed: 'Deze login is al gebruikt. Begin opnieuw met inloggen.',
  'other-browser': 'Deze login is in een andere browser begonnen. Begin hier opnieuw met inloggen.',
  'wrong-issuer': 'Het antwoord kwam niet van je school. Begin opnieuw met inloggen, vanaf deze pagina.',
  refused:
    'Je school gaf een antwoord dat niet klopt. Probeer het opnieuw; lukt het weer niet, meld het dan bij je docent.',
  unavailable: 'De inlogpagina van je school is nu niet te bereiken. Probeer het zo meteen opnieuw.',
  'address-missing': 'Je school gaf geen e-mailadres door. Vraag je docent om hulp.',
  'address-unverified':
    'Je school bevestigt niet dat dit e-mailadres van jou is. Log in met je wachtwoord, of vraag je docent om hulp.',
  'administrator-unlinked':
    'Een docent koppelt het schoolaccount zelf: log in met je wachtwoord of passkey en kies bij Instellingen voor ‘Schoolaccount koppelen’.',
  'account-off': 'Je account is uitgeschakeld. Vraag een docent om het weer aan te zetten.',
  'other-identity': 'Bij dit account hoort al een ander schoolaccount. Log daarmee in, of vraag een docent om hulp.',
  'other-account': 'Dit schoolaccount hoort al bij een ander account. Log daarmee in.',
  'other-person': 'Je bent bij je school ingelogd als iemand anders. Log daar uit en probeer het opnieuw.',
  barred: 'Je account is verwijderd. Wil je weer meedoen? Geef je docent deze code:',
} as const
export type SchoolLoginFailure = keyof typeof schoolLoginTexts

export const loginMethodLabels = {
  password: 'wachtwoord',
  'password-and-totp': 'wachtwoord en code',
  'password-and-passkey': 'wachtwoord en passkey',
  'password-and-recovery-code': 'wachtwoord en herstelcode',
  passkey: 'passkey',
  school: 'schoolaccount',
} satisfies Record<LoginMethod, string>

export const loginRefusalTexts = {
  'school-code-unknown': 'Deze login is verlopen of al gebruikt. Begin opnieuw met inloggen.',
  'school-unavailable': schoolLoginTexts.unavailable,
  'school-linked-already': schoolLoginTexts['other-identity'],
  'school-login-last': 'Zonder schoolaccount kun je niet meer inloggen. Stel eerst een wachtwoord of passkey in.',
  'password-login-off': 'Inloggen met een wachtwoord kan hier niet. Log in met je schoolaccount.',
  'second-factor-needed': 'Bevestig met je tweede stap dat jij het bent.',
  'second-factor-missing':
    'Voor een docent is een wachtwoord alleen niet genoeg. Je hebt een e-mail gekregen met een link om een tweede stap in te stellen.',
  'second-factor-wrong': 'Deze code klopt niet. Neem de nieuwste. Zet de klok van je telefoon goed.',
  'second-factor-over': 'Het duurde te lang of er is te vaak geprobeerd. Log opnieuw in.',
  'second-factor-last': 'Dit is je enige tweede stap en die is verplicht. Stel eerst een andere in.',
  'factor-link-unknown': 'Deze link is verlopen of al gebruikt. Log in met je wachtwoord; je krijgt dan een nieuwe.',
  'passkey-refused': 'Deze passkey wordt hier niet herkend. Log op een andere manier in.',
  'passkey-known': 'Deze passkey is al aan een account toegevoegd.',
  'passkeys-full': 'Je hebt het grootste aantal passkeys. Verwijder er eerst een.',
  'passkey-name-missing': 'Geef de passkey een naam van hoogstens 80 tekens.',
  'current-password-wrong': 'Je huidige wachtwoord klopt niet.',
  'login-too-old': 'Bevestig eerst dat jij het bent.',
  'login-too-weak': 'Voor een docent is een wachtwoord alleen niet genoeg. Bevestig eerst dat jij het bent.',
  'login-method-off':
    'Inloggen met een wachtwoord kan hier niet meer. Daarom ben je uitgelogd. Log in met je schoolaccount.',
} as const
export type LoginRefusal = keyof typeof loginRefusalTexts

export const loginNoticeTexts = {
  'number-taken': 'Het schoolaccount van {user} geeft een studentnummer dat {other} al heeft. Het is niet overgenomen.',
  'number-differs':
    'Het schoolaccount van {user} geeft een ander studentnummer dan hier staat. Het is niet overgenomen.',
  'address-taken':
    '{user} heeft bij de school een nieuw e-mailadres, maar {other} heeft dat hier al. Het oude blijft staan.',
} satisfies Record<LoginNoticeKind, string>
