export const schoolyearsTexts = {
  created: (name: string) => `Schooljaar ${name} is aangemaakt.`,
  edited: (name: string) => `Schooljaar ${name} is gewijzigd.`,
  activated: (name: string, made: number) =>
    made === 0
      ? `Schooljaar ${name} is nu actief.`
      : `Schooljaar ${name} is nu actief. ${made === 1 ? 'Er is 1 student automatisch ingeschreven' : `Er zijn ${made} automatische inschrijvingen gemaakt`}.`,
  activateQuestion: (name: string) => `Schooljaar ${name} activeren?`,
  deactivated: (name: string) => `Schooljaar ${name} is niet meer actief.`,
  createFailed: 'Aanmaken van schooljaar mislukt',
  editFailed: 'Wijzigen van schooljaar mislukt',
  loadFailed: 'Ophalen van schooljaren mislukt',
}
