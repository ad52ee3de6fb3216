import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { HeldElsewhere, MoveObstacle, UnenrollmentRefusal } from './enrollment.rules.ts'
import { enrollmentRefusalTexts } from './enrollment.texts.ts'

/** Why a student cannot get away from where they are, when they asked for another moment. */
export const leavingRefusalTexts = {
  'testmoment-past': 'Het toetsmoment waarvoor je nu bent ingeschreven is al geweest. Je kunt niet meer verplaatsen.',
  'enrollments-closed':
    'De inschrijvingen voor het toetsmoment waarvoor je nu bent ingeschreven zijn gesloten. Je blijft daar ingeschreven.',
} satisfies Record<UnenrollmentRefusal, string>

/** What follows 'Je bent al op een ander moment ingeschreven…': at which, and why moving from there is not offered. */
export function heldElsewhereText({ testmoment, obstacle }: HeldElsewhere, moduleName: string, now: number): string {
  const where = `Dat is toetsmoment ${momentLabel(testmoment, now)}.`
  return obstacle ? `${where} ${obstacleText(obstacle, moduleName)}` : where
}

const obstacleText = ({ half, refusal }: MoveObstacle, moduleName: string): string =>
  half === 'leaving' && refusal === 'enrollments-closed'
    ? 'Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.'
    : `Verplaatsen kan niet. ${enrollmentRefusalTexts[refusal].card(moduleName)}`

export const moveOutcomeTexts = {
  moved: (moduleName: string, from: string, to: string) => `Module ${moduleName} is verplaatst van ${from} naar ${to}`,
  moveFailed: 'Er is iets misgegaan bij het verplaatsen.',
}
