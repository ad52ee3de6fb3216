import { testmomentRecordedText } from '#domain/testmoments/moments-act.texts.ts'
import type { ResultFault, ResultRefusal } from './result.rules.ts'
import type { ResultOutcome, ResultValue } from './result.schema.ts'

const resultOutcomeTexts = {
  passed: 'Geslaagd',
  failed: 'Niet geslaagd',
} satisfies Record<ResultOutcome, string>

/** Grade in tenths as '5,5' */
const gradeLabel = (grade: number): string => `${Math.floor(grade / 10)},${grade % 10}`

/** Text of a result in a cell, in a form that can be typed: '5,5', 'V' or 'O'; empty for none. */
export const resultCellLabel = (value: ResultValue | null): string =>
  value === null ? '' : value.grade === null ? (value.outcome === 'passed' ? 'V' : 'O') : gradeLabel(value.grade)

export const resultLabel = ({ outcome, grade }: ResultValue): string =>
  grade === null ? resultOutcomeTexts[outcome] : `${resultOutcomeTexts[outcome]} (${gradeLabel(grade)})`

export const resultSenderLabel = (system: string): string => `van ${system}`

export const completedByResultText = 'Afgerond door een uitslag'

export const resultFaultTexts = {
  'grade-unreadable': 'Dit is geen cijfer. Typ 1,0 tot en met 10,0, of V of O.',
  'grade-out-of-range': 'Een cijfer is 1,0 tot en met 10,0.',
  'grade-too-precise': 'Een cijfer heeft één decimaal. Rond het eerst zelf af.',
} satisfies Record<ResultFault, string>

export const resultRefusalTexts = {
  'results-not-yet': 'Het toetsmoment is nog niet begonnen. Uitslagen voer je vanaf de toetsdag in.',
  'nothing-to-publish': 'Er is niets te publiceren: alle uitslagen zijn al bekend.',
  'testmoment-recorded': testmomentRecordedText,
  'completion-by-result': 'Deze module is afgerond door een uitslag. Alleen een docent kan dat wijzigen.',
} satisfies Record<ResultRefusal, string>

/** Title of a push and subject of a letter to the student; never contains the result. */
export const resultNewsTitle = (moduleName: string, isCorrection: boolean): string =>
  isCorrection ? `Je uitslag voor ${moduleName} is gewijzigd` : `Je uitslag voor ${moduleName} is bekend`

export const resultNewsBody = 'Je leest hem in de app, bij Mijn toetsen.'

export const resultLetterTexts = {
  toTests: 'Naar mijn toetsen',
  withoutResult: 'In deze e-mail staat de uitslag zelf niet: die is alleen voor jou.',
} as const
