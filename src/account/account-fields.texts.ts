/** Fields and links that the login page has too: kept apart from the texts of screens that few visitors open. */
export const accountFieldTexts = {
  username: 'Gebruikersnaam',
  usernameHint: 'Je e-mailadres van school',
  password: 'Wachtwoord',
  repeatPassword: 'Herhaal wachtwoord',
} as const

export const toLoginTexts = {
  toApp: 'Verder naar de app',
  toLogin: 'Naar inloggen',
} as const
