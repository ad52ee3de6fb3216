import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { LineFault } from './group-act.rules.ts'
import type { GroupAct, Obstacle, PlannedTest } from './group-act.schema.ts'

/** Beside a line that names a student by a number without its zeros. */
export const zerosLostText = (number: string): string =>
  `Bedoeld is studentnummer ${number}: in de lijst ontbreken nullen.`

/** Beside a line of a pasted list. */
export const lineFaultTexts = {
  'line-unreadable': 'Geen e-mailadres of studentnummer.',
  'person-unknown': 'Geen account met dit adres of nummer.',
  'person-ambiguous': 'Meer accounts hebben dit nummer, met nullen ervoor. Plak het nummer met die nullen.',
  'person-no-student': 'Dit account is niet van een student.',
  'person-repeated': 'Staat al eerder in de lijst.',
} satisfies Record<LineFault, string>

type TextOf = (moduleName: string) => string

/** What a teacher reads of a student for whom it can't be done. */
const obstacleTexts = {
  'schoolyear-inactive': () => 'Het toetsmoment hoort niet bij het actieve schooljaar.',
  'testmoment-past': () => 'Het toetsmoment is al geweest.',
  'enrollments-closed': () => 'De inschrijvingen zijn gesloten.',
  'module-unavailable': (name) => `Module ${name} is op het toetsmoment niet beschikbaar voor deze student.`,
  'module-completed': (name) => `Heeft module ${name} al afgerond.`,
  'existing-enrollment': (name) => `Is voor module ${name} al op een ander moment ingeschreven.`,
  'no-slots-left': (name) => `Heeft geen plek meer voor module ${name}: het maximum is bereikt.`,
  'test-recorded': (name) => `Heeft voor module ${name} een aanwezigheid of uitslag: de inschrijving blijft staan.`,
  'moment-full': () => 'Past er niet meer bij: het toetsmoment is vol.',
  'not-found': (name) => `Is niet meer ingeschreven voor module ${name}.`,
} satisfies Record<Obstacle['refusal'], TextOf>

function obstacleText({ refusal, half, held }: Obstacle, moduleName: string, now: number): string {
  if (refusal === 'existing-enrollment' && held)
    return `Is voor module ${moduleName} al ingeschreven: ${momentLabel(held, now)}.`
  if (half === 'leaving' && refusal === 'testmoment-past')
    return 'Het toetsmoment is al geweest: er valt niets te verplaatsen.'
  if (half === 'enrolling' && refusal === 'testmoment-past') return 'Het andere toetsmoment is al geweest.'
  return obstacleTexts[refusal](moduleName)
}

const alreadyTexts = {
  enroll: (name) => `Is al ingeschreven voor module ${name}.`,
  unenroll: (name) => `Is al uitgeschreven voor module ${name}.`,
  move: (name) => `Staat daar al voor module ${name}.`,
} satisfies Record<GroupAct['kind'], TextOf>

/** Why nothing has to be done, or can be; null for what will be. */
export function remarkText(
  act: GroupAct['kind'],
  { outcome, obstacle }: Pick<PlannedTest, 'obstacle'> & { outcome: string },
  moduleName: string,
  now: number,
): string | null {
  if (obstacle) return obstacleText(obstacle, moduleName, now)
  return outcome === 'already' ? alreadyTexts[act](moduleName) : null
}
