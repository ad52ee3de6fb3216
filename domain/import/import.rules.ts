import { type CsvReading, type CsvRow, finish, readingCsv, type Work } from './csv.rules.ts'
import type {
  ColumnReading,
  ImportFault,
  ModuleVerdict,
  StudentVerdict,
  TestmomentVerdict,
  VerdictCounts,
} from './import.schema.ts'
import type { ResultVerdict } from './result-line.schema.ts'

/** Far more than a school takes in a year, and what one reply can still show. */
export const MAX_IMPORT_LINES = 5_000

export type ListReading<Row> =
  | { read: true; rows: Row[]; columns: ColumnReading[] }
  | { read: false; fault: ImportFault; line?: number }

/** The lines of a text, of which the first is its header. */
export const readLines = (text: string): LinesReading => finish(readingLines(text))

type LinesReading = { read: true; lines: [CsvRow, ...CsvRow[]] } | (ListReading<never> & { read: false })

export function* readingLines(text: string): Work<LinesReading> {
  const reading = yield* readingCsv(text, MAX_IMPORT_LINES + 1)
  if (!reading.whole) return unreadable(reading)
  const [first, ...others] = reading.rows
  if (!first) return { read: false, fault: 'import-empty' }
  return { read: true, lines: [first, ...others] }
}

function unreadable(reading: CsvReading & { whole: false }): ListReading<never> & { read: false } {
  if (reading.fault === 'too-long') return { read: false, fault: 'import-too-long' }
  return { read: false, fault: `import-${reading.fault}`, line: reading.line }
}

/** For each line the earlier one that says the same, or undefined; by what its kind is known by. */
export function findRepeats<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): (Row | undefined)[] {
  const first = new Map<string, Row>()
  return rows.map((row) => {
    const key = keyOf(row)
    if (key === null) return undefined
    const earlier = first.get(key)
    if (!earlier) first.set(key, row)
    return earlier
  })
}

/** What a verdict means to its line; one line that is refused keeps the whole list out. */
interface VerdictWeight {
  outcome: 'added' | 'changed' | 'skipped' | 'refused'
  /** worth knowing, though nothing is wrong */
  remark?: true
}

const added: VerdictWeight = { outcome: 'added' }
const changed: VerdictWeight = { outcome: 'changed' }
const skipped: VerdictWeight = { outcome: 'skipped' }
const refused: VerdictWeight = { outcome: 'refused' }

const verdictWeights = {
  new: added,
  'new-letters-lost': { ...added, remark: true },
  'new-without-name': { ...added, remark: true },
  registered: { ...added, remark: true },
  'new-past': { ...added, remark: true },
  known: skipped,
  'number-added': changed,
  'number-kept': { ...skipped, remark: true },
  'zeros-lost': { ...skipped, remark: true },
  updated: changed,
  'letters-lost': { ...skipped, remark: true },
  'name-kept': { ...skipped, remark: true },
  'department-kept': { ...skipped, remark: true },
  'is-administrator': { ...skipped, remark: true },
  'without-role': { ...skipped, remark: true },
  repeated: { ...skipped, remark: true },
  contradicted: refused,
  shifted: refused,
  'address-missing': refused,
  'address-invalid': refused,
  'name-too-long': refused,
  'name-unreadable': refused,
  'student-number-unreadable': refused,
  'student-number-too-long': refused,
  'student-number-shortened': refused,
  'number-taken': refused,
  'number-repeated': refused,
  'department-unknown': refused,
  'department-archived': refused,
  'department-ambiguous': refused,
  'date-missing': refused,
  'date-invalid': refused,
  'duration-invalid': refused,
  'start-invalid': refused,
  'end-invalid': refused,
  'location-too-long': refused,
  'location-unreadable': refused,
  'end-without-start': refused,
  'end-too-early': refused,
  'week-with-times': refused,
  'seats-invalid': refused,
  'limit-invalid': refused,
  'module-unknown': refused,
  'module-inactive': refused,
  'opening-invalid': refused,
  'closing-invalid': refused,
  'opening-past': refused,
  'closing-past': refused,
  'opening-too-late': refused,
  'closing-too-late': refused,
  'schedule-reversed': refused,
  'several-known': { ...skipped, remark: true },
  'modules-kept': { ...skipped, remark: true },
  'planned-past': { ...skipped, remark: true },
  'beside-others': { ...skipped, remark: true },
  'beside-listed': { ...skipped, remark: true },
  'time-moved': { ...skipped, remark: true },
  'students-untold': { ...skipped, remark: true },
  'students-above-limit': { ...skipped, remark: true },
  'students-above-seats': { ...skipped, remark: true },
  'description-kept': { ...skipped, remark: true },
  'module-archived': { ...skipped, remark: true },
  'name-missing': refused,
  'department-new': { ...skipped, remark: true },
  'department-name-too-long': refused,
  'department-name-unreadable': refused,
  changed,
  corrected: { ...changed, remark: true },
  same: skipped,
  empty: skipped,
  'no-result': { ...skipped, remark: true },
  'summary-row': { ...skipped, remark: true },
  'sign-dropped': { ...skipped, remark: true },
  'cell-error': { ...skipped, remark: true },
  'student-missing': refused,
  'student-unknown': refused,
  'student-ambiguous': refused,
  'two-people': refused,
  'name-differs': { ...skipped, remark: true },
  'not-enrolled': refused,
  'module-missing': refused,
  'grade-unreadable': refused,
  'grade-out-of-range': refused,
  'grade-too-precise': refused,
} satisfies Record<ImportVerdict, VerdictWeight>

/** Of any list: what is called the same weighs the same. */
export type ImportVerdict = StudentVerdict | TestmomentVerdict | ModuleVerdict | ResultVerdict

/** What was found of a line: a verdict, and what it is about. */
export interface Finding<Verdict extends ImportVerdict = ImportVerdict> {
  verdict: Verdict
  about: string
}

/** The most important first. */
export interface Judged {
  findings: readonly Finding[]
}

export const weightOfVerdict = (verdict: ImportVerdict): VerdictWeight => verdictWeights[verdict]

/** One finding that refuses keeps its line out; else the first says what becomes of it, and any may be a remark. */
export function weightOf({ findings }: Judged): VerdictWeight {
  const weights = findings.map(({ verdict }) => weightOfVerdict(verdict))
  if (weights.some(({ outcome }) => outcome === 'refused')) return refused
  const { outcome } = weights[0] ?? skipped
  return weights.some(({ remark }) => remark) ? { outcome, remark: true } : { outcome }
}

/** All that refuses a line, each once, when anything does; else the others. What is no finding is left out. */
export function findingsOf<Verdict extends ImportVerdict>(
  faults: readonly (Finding<Verdict> | false | null | undefined)[],
  others: () => readonly (Finding<Verdict> | false | null | undefined)[],
): Finding<Verdict>[] {
  const wrong = faults.filter((fault) => !!fault)
  if (wrong.length === 0) return others().filter((finding) => !!finding)
  return wrong.filter(
    (fault, at) => wrong.findIndex(({ verdict, about }) => verdict === fault.verdict && about === fault.about) === at,
  )
}

export const found = <Verdict extends ImportVerdict>(verdict: Verdict, about = ''): Finding<Verdict> => ({
  verdict,
  about,
})

/** Beside what becomes of a line that formulas in it failed: their cells count as empty. */
export const remarkErrors = <Verdict extends ImportVerdict>(
  findings: readonly Finding<Verdict>[],
  errors: readonly string[],
): Finding<Verdict | 'cell-error'>[] => [...findings, ...errors.map((error) => found('cell-error', error))]

export const isAdded = (line: Judged): boolean => weightOf(line).outcome === 'added'

export function countVerdicts(lines: readonly Judged[]): VerdictCounts {
  const counts = { added: 0, changed: 0, skipped: 0, remarks: 0, errors: 0 }
  for (const line of lines) {
    const { outcome, remark } = weightOf(line)
    counts[outcome === 'refused' ? 'errors' : outcome] += 1
    if (remark) counts.remarks += 1
  }
  return counts
}
