import type { UnenrollmentRefusal } from './enrollment.rules.ts'

/** Why a student cannot get away from where they are, when they asked for another moment. */
export const leavingRefusalTexts = {
  'testmoment-past': 'Het toetsmoment waarvoor je nu bent ingeschreven is al geweest. Je kunt niet meer verplaatsen.',
  'enrollments-closed':
    'De inschrijvingen voor het toetsmoment waarvoor je nu bent ingeschreven zijn gesloten. Je blijft daar ingeschreven.',
} satisfies Record<UnenrollmentRefusal, string>

export const moveOutcomeTexts = {
  moved: (moduleName: string, from: string, to: string) => `Module ${moduleName} is verplaatst van ${from} naar ${to}`,
  moveFailed: 'Er is iets misgegaan bij het verplaatsen.',
}
