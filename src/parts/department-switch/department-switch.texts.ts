import { departmentSwitchRefusalTexts } from '#domain/departments/department.texts.ts'

const enrollments = (count: number): string => (count === 1 ? '1 inschrijving is' : `${count} inschrijvingen zijn`)

export const departmentSwitchTexts = {
  previewFailed: 'Wat de wissel inhoudt kon niet worden opgehaald.',
  failed: 'Wisselen van studierichting is niet gelukt.',
  refusals: departmentSwitchRefusalTexts,
  switched: (name: string) => `De studierichting is nu ${name}.`,
  deleted: (count: number) => `${enrollments(count)} verwijderd door de wissel van studierichting.`,
  made: (count: number) => `${enrollments(count)} automatisch gemaakt door de wissel van studierichting.`,
}
