import type { ResultVerdict } from '#domain/results/result.schema.ts'
import { type CsvReading, type CsvRow, readCsv } from './csv.rules.ts'
import type { ImportFault, StudentVerdict, TestmomentVerdict, VerdictCounts } from './import.schema.ts'

/** Far more than a school takes in a year, and what one reply can still show. */
export const MAX_IMPORT_LINES = 5_000

export type ListReading<Row> =
  | { read: true; rows: Row[]; unused: string[] }
  | { read: false; fault: ImportFault; line?: number }

/** The lines of a text, of which the first is its header. */
export function readLines(
  text: string,
): { read: true; lines: [CsvRow, ...CsvRow[]] } | (ListReading<never> & { read: false }) {
  const reading = readCsv(text, MAX_IMPORT_LINES + 1)
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
  'schedule-reversed': refused,
  changed,
  corrected: { ...changed, remark: true },
  same: skipped,
  empty: skipped,
  'student-missing': refused,
  'student-unknown': refused,
  'not-enrolled': refused,
  'module-missing': refused,
  'grade-unreadable': refused,
  'grade-out-of-range': refused,
  'grade-too-precise': refused,
} satisfies Record<ImportVerdict, VerdictWeight>

/** Of any list: what is called the same weighs the same. */
export type ImportVerdict = StudentVerdict | TestmomentVerdict | ResultVerdict

interface Judged {
  verdict: ImportVerdict
}

export const weightOf = ({ verdict }: Judged): VerdictWeight => verdictWeights[verdict]

export const isAdded = (line: Judged): boolean => weightOf(line).outcome === 'added'

export function countVerdicts(lines: readonly Judged[]): VerdictCounts {
  const weights = lines.map(weightOf)
  const count = (wanted: VerdictWeight['outcome']) => weights.filter(({ outcome }) => outcome === wanted).length
  return {
    added: count('added'),
    changed: count('changed'),
    skipped: count('skipped'),
    remarks: weights.filter(({ remark }) => remark).length,
    errors: count('refused'),
  }
}
