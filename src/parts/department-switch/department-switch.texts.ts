import { departmentSwitchRefusalTexts } from '#domain/departments/department.texts.ts'
import { messagedText } from '../writing/save.texts.ts'

const enrollments = (count: number): string => (count === 1 ? '1 inschrijving is' : `${count} inschrijvingen zijn`)

export const departmentSwitchTexts = {
  previewFailed: 'Wat de wissel inhoudt kon niet worden opgehaald.',
  failed: 'Wisselen van studierichting is niet gelukt.',
  changed: 'Er is intussen iets veranderd. Hier staat wat er nu zou gebeuren; er is nog niets gewijzigd.',
  refusals: departmentSwitchRefusalTexts,
  switched: (name: string, messaged: number) => `De studierichting is nu ${name}${messagedText(messaged)}.`,
  deleted: (count: number) => `${enrollments(count)} verwijderd door de wissel van studierichting.`,
  made: (count: number) => `${enrollments(count)} automatisch gemaakt door de wissel van studierichting.`,
  choose: 'Kies een studierichting',
  look: 'Wissel bekijken',
  switchTo: (department: string) => `Wisselen naar ${department}`,
  ending: 'Inschrijvingen die verdwijnen',
  noneEnding: 'Er verdwijnen geen inschrijvingen.',
  added: 'Modules die erbij komen',
  automatic: 'Automatische inschrijvingen',
  waitsEnding: 'Plaatsen op de wachtlijst die vervallen',
  full: 'Vol: geen automatische inschrijving',
  confirm: 'Studierichting wisselen',
}
