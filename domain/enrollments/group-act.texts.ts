import { momentLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { LineFault } from './group-act.rules.ts'
import type { GroupAct, Obstacle, PlannedTest } from './group-act.schema.ts'

/** Shown beside a line whose student number lacks leading zeros. */
export const zerosLostText = (number: string): string =>
  `Bedoeld is studentnummer ${number}: in de lijst ontbreken nullen.`

/** Shown beside a line whose student number differs in a letter before it. */
export const letterDiffersText = (number: string): string =>
  `Bedoeld is studentnummer ${number}: in de lijst verschilt een letter ervoor.`

export const lineFaultTexts = {
  'line-unreadable': 'Geen e-mailadres of studentnummer.',
  'person-unknown': 'Geen account met dit adres of nummer.',
  'person-ambiguous': 'Meer accounts hebben dit nummer, met nullen ervoor. Plak het nummer met die nullen.',
  'person-no-student': 'Dit account is niet van een student.',
  'person-repeated': 'Staat al eerder in de lijst.',
} satisfies Record<LineFault, string>

type TextOf = (moduleName: string) => string

/** Words for student and moment: a line of a list names the student already, other refusals must. */
interface Words {
  moduleName: string
  /** 'Het toetsmoment', or with its label */
  moment: string
  /** makes a sentence of a predicate about the student */
  student: (predicate: string) => string
}

const asLine = (predicate: string): string => `${predicate.charAt(0).toUpperCase()}${predicate.slice(1)}`

const obstacleTexts = {
  'schoolyear-inactive': ({ moment }) => `${moment} hoort niet bij het actieve schooljaar.`,
  'testmoment-past': ({ moment }) => `${moment} is al geweest.`,
  'enrollments-closed': () => 'De inschrijvingen zijn gesloten.',
  'module-unavailable': ({ moduleName }) =>
    `Module ${moduleName} is op het toetsmoment niet beschikbaar voor deze student.`,
  'module-completed': ({ moduleName, student }) => student(`heeft module ${moduleName} al afgerond.`),
  'existing-enrollment': ({ moduleName, student }) =>
    student(`is voor module ${moduleName} al op een ander moment ingeschreven.`),
  'no-slots-left': ({ moduleName, student }) =>
    student(`heeft geen plek meer voor module ${moduleName}: het maximum is bereikt.`),
  'test-recorded': ({ moduleName, student }) =>
    student(`heeft voor module ${moduleName} een aanwezigheid of uitslag: de inschrijving blijft staan.`),
  'moment-full': ({ moment, student }) =>
    student(`past er niet meer bij: ${moment.charAt(0).toLowerCase()}${moment.slice(1)} is vol.`),
  'not-found': ({ moduleName, student }) => student(`is niet meer ingeschreven voor module ${moduleName}.`),
} satisfies Record<Obstacle['refusal'], (words: Words) => string>

/** `held` is the label of the moment where the student takes the module. */
function obstacleText({ refusal, half }: Pick<Obstacle, 'refusal' | 'half'>, words: Words, held?: string): string {
  const { moduleName, student } = words
  if (refusal === 'existing-enrollment' && held)
    return student(`is voor module ${moduleName} al ingeschreven: ${held}.`)
  if (half === 'leaving' && refusal === 'testmoment-past')
    return 'Het toetsmoment is al geweest: er valt niets te verplaatsen.'
  if (half === 'enrolling' && refusal === 'testmoment-past') return 'Het andere toetsmoment is al geweest.'
  return obstacleTexts[refusal](words)
}

interface RefusedStudent extends Pick<Obstacle, 'refusal' | 'half'> {
  moduleName: string
  moment: WhenAndWhere
  /** moment where the student already takes the module */
  held?: WhenAndWhere | undefined
}

export const teacherRefusalText = ({ moduleName, moment, held, ...obstacle }: RefusedStudent, now: number): string =>
  obstacleText(
    obstacle,
    {
      moduleName,
      moment: `Toetsmoment ${whenAndWhereLabel(moment, now)}`,
      student: (predicate) => `Deze student ${predicate}`,
    },
    held && whenAndWhereLabel(held, now),
  )

const alreadyTexts = {
  enroll: (name) => `Is al ingeschreven voor module ${name}.`,
  unenroll: (name) => `Is al uitgeschreven voor module ${name}.`,
  move: (name) => `Staat daar al voor module ${name}.`,
} satisfies Record<GroupAct['kind'], TextOf>

/** Why nothing needs to or can be done; null for what will be done. */
export function remarkText(
  act: GroupAct['kind'],
  { outcome, obstacle }: Pick<PlannedTest, 'obstacle'> & { outcome: string },
  moduleName: string,
  now: number,
): string | null {
  if (obstacle) {
    const { held } = obstacle
    return obstacleText(
      obstacle,
      { moduleName, moment: 'Het toetsmoment', student: asLine },
      held && momentLabel(held, now),
    )
  }
  return outcome === 'already' ? alreadyTexts[act](moduleName) : null
}
