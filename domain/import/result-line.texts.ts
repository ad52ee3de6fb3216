import { resultFaultTexts } from '#domain/results/result.texts.ts'
import type { ResultVerdict } from './result-line.schema.ts'

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
