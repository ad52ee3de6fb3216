export const secondFactorPageTexts = {
  title: 'Tweede stap instellen',
  purpose:
    'Met deze link stel je een tweede stap in, naast je wachtwoord. Dat is een passkey of een authenticator-app. Daarna ben je ingelogd.',
  wait: 'Even geduld…',
  linkUnchecked: 'Het is niet gelukt om je link te controleren',
  linkDead: 'Deze link werkt niet (meer)',
  retry: 'Opnieuw proberen',
  made: 'Je tweede stap is ingesteld',
  toApp: 'Verder naar de app',
  choose: (username: string) =>
    `Voor ${username}. Kies waarmee je voortaan naast je wachtwoord laat zien dat jij het bent.`,
  yourStep: 'Je tweede stap',
  passkey: 'Een passkey',
  passkeyHint: 'Het handigst en het veiligst.',
  totp: 'Een authenticator-app',
  totpHint: 'Een app op je telefoon geeft steeds een nieuwe code.',
} as const

export const secondFactorTexts = {
  title: 'Tweede stap',
  heading: 'Nog één stap',
  failed: 'Dat lukte niet',
  byPasskey: 'Bevestigen met een passkey',
  useRecoveryCode: 'Gebruik een herstelcode',
  useApp: 'Gebruik je authenticator-app',
  startAgain: 'Opnieuw beginnen',
  code: 'Code uit je authenticator-app',
  codeHint: 'De zes cijfers die er nu staan',
  codeMissing: 'Vul de zes cijfers in die je app nu laat zien.',
  recoveryCode: 'Herstelcode',
  recoveryCodeHint: 'Een van de codes die je hebt bewaard, zoals k7mq-2x9d',
  recoveryCodeMissing: 'Vul een herstelcode in.',
  checking: 'Bezig met controleren…',
  confirm: 'Bevestigen',
} as const
