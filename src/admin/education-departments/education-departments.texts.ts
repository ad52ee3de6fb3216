export const educationDepartmentsTexts = {
  created: (name: string) => `Studierichting ${name} is aangemaakt.`,
  createFailed: 'Aanmaken van studierichting mislukt',
  explanation:
    'De studierichting die een student kiest, bepaalt voor welke modules die zich kan inschrijven en/of automatisch wordt ingeschreven.',
  automaticQuestion: (name: string) => `Studenten van ${name} automatisch inschrijven?`,
  automatic: (name: string, on: boolean, made: number) => {
    if (!on) return `Automatisch inschrijven voor ${name} is uitgeschakeld. Wie al is ingeschreven, blijft dat.`
    const number = made === 1 ? 'Er is 1 inschrijving gemaakt.' : `Er zijn ${made} inschrijvingen gemaakt.`
    return `Automatisch inschrijven voor ${name} is ingeschakeld. ${number}`
  },
}
