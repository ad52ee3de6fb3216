import { registerTexts } from '#src/parts/registers/register.texts.ts'

export const departmentsTexts = {
  ...registerTexts('studierichting', 'Nieuwe Studierichting'),
  explanation:
    'De studierichting van een student bepaalt welke modules die kan kiezen, of waarvoor die automatisch wordt ingeschreven.',
  automaticQuestion: (name: string) => `Studenten van ${name} automatisch inschrijven?`,
  automatic: (name: string, on: boolean, made: number) => {
    if (!on) return `Automatisch inschrijven voor ${name} is uitgeschakeld. Wie al is ingeschreven, blijft dat`
    const number = made === 1 ? 'Er is 1 inschrijving gemaakt' : `Er zijn ${made} inschrijvingen gemaakt`
    return `Automatisch inschrijven voor ${name} is ingeschakeld. ${number}`
  },
  matrix: 'Modules per studierichting',
  showArchived: 'Gearchiveerde tonen',
  none: 'Er zijn nog geen studierichtingen. Maak de eerste aan.',
  automaticEnrolling: 'Automatisch inschrijven',
  noModules: 'Geen',
  automaticFor: (name: string) => `Automatisch inschrijven voor ${name}`,
}
