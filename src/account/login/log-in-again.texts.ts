export const logInAgainTexts = {
  title: 'Log opnieuw in',
  why: 'Je bent uitgelogd terwijl je bezig was. Wat je hebt ingevuld is bewaard: log in en ga verder waar je was.',
  giveUp: 'Niet verdergaan',
  asked: 'Wat je hebt ingevuld gaat dan verloren.',
  sure: 'Toch niet verdergaan',
}
