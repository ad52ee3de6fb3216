export const activationTexts = {
  activate: 'Account activeren',
  failed: 'Het is niet gelukt om je account te activeren. Reden:',
  activated: 'Je account is succesvol geactiveerd.',
  registerAgain: 'Registreer je opnieuw',
  purpose: 'Met deze link activeer je je account voor Wiskunde inschrijven. Daarna kun je inloggen.',
  busy: 'Account activeren...',
  password: 'Wachtwoord',
} as const

export const noRoleTexts = {
  title: 'Je account heeft nog geen rol',
  explanation:
    'Je bent ingelogd, maar je account is nog niet ingesteld als student of docent. Vraag een docent wiskunde om dat te doen en log daarna opnieuw in.',
} as const

export const passwordChangeTexts = {
  title: 'Nieuw wachtwoord kiezen',
  changed: 'Je wachtwoord is gewijzigd.',
  nowLogIn: 'Je kunt nu inloggen met je nieuwe wachtwoord.',
  logOutFirst: 'Log uit en kies ‘Wachtwoord vergeten?’ als je een nieuwe link nodig hebt.',
  askAgain: 'Vraag een nieuwe link aan om een wachtwoord te kiezen.',
  newLink: 'Nieuwe link aanvragen',
  purpose: 'Daarna log je overal opnieuw in.',
  linkUnchecked: 'Het is niet gelukt om na te gaan of je link nog werkt',
  failed: 'Wachtwoord wijzigen mislukt',
  change: 'Wachtwoord wijzigen',
  changing: 'Bezig met wijzigen…',
} as const

export const passwordResetTexts = {
  title: 'Wachtwoord vergeten',
  purpose: 'Vraag een e-mail aan waarmee je een nieuw wachtwoord kiest.',
  sent: 'Heeft dit adres een account? Dan hebben we een e-mail met verdere instructies gestuurd.',
  notReceived: 'Niets ontvangen? Kijk ook bij je ongewenste e-mail.',
  failed: 'Aanvragen mislukt',
  request: 'Aanvragen',
  requesting: 'Bezig met aanvragen…',
} as const

export const registerTexts = {
  title: 'Account aanmaken',
  purpose: 'Met een account schrijf je je in voor wiskundetoetsen.',
  sentTo: 'We hebben een e-mail met een activatielink gestuurd naar',
  thenLogIn: 'Nadat je daarmee je account hebt geactiveerd, kun je inloggen.',
  notReceived: 'Niets ontvangen? Kijk ook bij je ongewenste e-mail. Een link uit een eerdere e-mail werkt ook.',
  failed: 'Registreren mislukt',
  register: 'Registreren',
  registering: 'Bezig met registreren…',
} as const
