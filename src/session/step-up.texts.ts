import type { ProofReason } from './step-up.ts'

export const stepUpTexts = {
  title: 'Bevestig dat jij het bent',
  why: {
    'login-too-old':
      'Je bent al een tijd ingelogd. Deze handeling vraagt dat je nog een keer laat zien wie je bent. Wat je hebt ingevuld blijft staan.',
    'login-too-weak':
      'Voor docenten is sinds kort een wachtwoord alleen niet genoeg. Bevestig met een tweede stap dat jij het bent. Wat je hebt ingevuld blijft staan.',
  } satisfies Record<ProofReason, string>,
  none: 'Dat kan hier niet. Log uit en weer in, en probeer het dan opnieuw.',
  atSchool: 'Ga verder in het venster van je school. Ben je daar klaar, dan gaat het hier vanzelf verder.',
  byPasskey: 'Passkey gebruiken',
  doneAtSchool: 'Ik ben klaar bij mijn school',
  noRecoveryCode: 'Toch geen herstelcode gebruiken',
  useRecoveryCode: 'Herstelcode gebruiken',
  confirm: 'Bevestigen',
  passwordWrong: 'Dit wachtwoord klopt niet.',
  code: 'Code uit je authenticator-app',
  recoveryCodeHint: 'Elke herstelcode werkt één keer.',
}

export const steppedUpTexts = {
  failed: 'Bevestigen is niet gelukt',
  confirmed: 'Je hebt bevestigd dat jij het bent',
  goOn: 'Sluit dit venster en ga verder waar je was.',
  close: 'Venster sluiten',
} as const
