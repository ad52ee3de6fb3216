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
