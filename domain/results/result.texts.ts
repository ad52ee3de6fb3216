import type { ResultFault, ResultRefusal } from './result.rules.ts'
import type { ResultOutcome, ResultValue, ResultVerdict } from './result.schema.ts'

const resultOutcomeTexts = {
  passed: 'Geslaagd',
  failed: 'Niet geslaagd',
} satisfies Record<ResultOutcome, string>

/** '5,5' */
const gradeLabel = (grade: number): string => `${Math.floor(grade / 10)},${grade % 10}`

/** As it stands in a cell, and can be typed: '5,5', 'V' or 'O'; nothing for none. */
export const resultCellLabel = (value: ResultValue | null): string =>
  value === null ? '' : value.grade === null ? (value.outcome === 'passed' ? 'V' : 'O') : gradeLabel(value.grade)

/** 'Geslaagd (7,5)' */
export const resultLabel = ({ outcome, grade }: ResultValue): string =>
  grade === null ? resultOutcomeTexts[outcome] : `${resultOutcomeTexts[outcome]} (${gradeLabel(grade)})`

/** Beside a module that the student has completed by it. */
export const completedByResultText = 'Afgerond door een uitslag'

export const resultFaultTexts = {
  'grade-unreadable': 'Dit is geen cijfer. Typ 1,0 tot en met 10,0, of V of O.',
  'grade-out-of-range': 'Een cijfer is 1,0 tot en met 10,0.',
  'grade-too-precise': 'Een cijfer heeft één decimaal. Rond het eerst zelf af.',
} satisfies Record<ResultFault, string>

export const resultRefusalTexts = {
  'results-changed': 'De uitslagen zijn intussen gewijzigd. Bekijk de nieuwe aantallen en bevestig opnieuw.',
  'results-not-yet': 'Het toetsmoment is nog niet begonnen. Uitslagen voer je vanaf de toetsdag in.',
  'nothing-to-publish': 'Er is niets te publiceren: alle uitslagen zijn al bekend.',
  'testmoment-recorded':
    'Bij dit toetsmoment horen aanwezigheid of uitslagen. Het kan niet worden verwijderd zolang die bewaard worden.',
  'completion-by-result': 'Deze module is afgerond door een uitslag. Alleen een docent kan dat wijzigen.',
} satisfies Record<ResultRefusal, string>

/** To the student, in a push and as the subject of a letter: never with the result. */
export const resultNewsTitle = (moduleName: string, isCorrection: boolean): string =>
  isCorrection ? `Je uitslag voor ${moduleName} is gewijzigd` : `Je uitslag voor ${moduleName} is bekend`

/** Beside it: where the result is read. */
export const resultNewsBody = 'Je leest hem in de app, bij Mijn toetsen.'

/** Beside a line of an imported list. */
export const resultVerdictTexts: Record<ResultVerdict, (about: string) => string> = {
  new: () => 'Nieuw',
  changed: () => 'Vervangt wat er nu staat.',
  corrected: () => 'Wijkt af van de uitslag die al bekend is. Na publiceren krijgt de student daar bericht van.',
  same: () => 'Staat er al.',
  empty: () => 'Geen uitslag. Wordt overgeslagen.',
  'no-result': (typed) => `Geen cijfer: ‘${typed}’. Wordt overgeslagen.`,
  'summary-row': () => 'Dit is een totaal of gemiddelde, en niet van een student. Wordt overgeslagen.',
  'sign-dropped': (sign) => `Het teken ‘${sign}’ achter het cijfer is weggelaten.`,
  'cell-error': (error) => `Ergens op deze regel staat ‘${error}’: een formule die mislukt is. Die cel telt als leeg.`,
  repeated: () => 'Staat eerder in de lijst. Telt één keer.',
  contradicted: () => 'Staat eerder in de lijst, met een andere uitslag. Laat één van de twee staan.',
  shifted: () => 'Heeft meer kolommen dan de eerste regel. Zet een cijfer met een komma tussen aanhalingstekens.',
  'student-missing': () => 'Het studentnummer of e-mailadres ontbreekt.',
  'student-unknown': () => 'Er is niemand met dit nummer of adres.',
  'student-ambiguous': () =>
    'Meer accounts hebben dit nummer, met nullen ervoor. Zet die nullen in de lijst, of gebruik e-mailadressen.',
  'two-people': (who) => `Op deze regel staan twee mensen: ${who}. Kijk na van wie dit cijfer is.`,
  'zeros-lost': (number) => `Bedoeld is studentnummer ${number}: in de lijst ontbreken nullen.`,
  'name-differs': (name) => `In de lijst staat ‘${name}’. Kijk na of dit dezelfde student is.`,
  'not-enrolled': () => 'Is hier niet ingeschreven voor deze module.',
  'module-missing': () => 'De module ontbreekt. Voeg een kolom toe, of kies de module hierboven.',
  'module-unknown': () => 'Er is geen module die zo heet.',
  'grade-unreadable': () => resultFaultTexts['grade-unreadable'],
  'grade-out-of-range': () => resultFaultTexts['grade-out-of-range'],
  'grade-too-precise': () => resultFaultTexts['grade-too-precise'],
}
