import { type CsvReading, type CsvRow, finish, readingCsv, type Work } from './csv.rules.ts'
import type { ColumnReading, VerdictCounts } from './import.schema.ts'
import { type ImportVerdict, importKinds } from './import-kinds.ts'
import { type ImportFault, type ListKind, MAX_IMPORT_LINES, type VerdictWeight } from './list-kind.ts'

export type ListReading<Row> =
  | { read: true; rows: Row[]; columns: ColumnReading[]; unused: string[] }
  | { read: false; fault: ImportFault; line?: number }

/** Lines of a text; the first is its header. */
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

/** For each line an earlier line with the same key, or undefined. */
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

/** For each line the first one with the same key that says something else. All of them are refused: nobody knows which is right. */
export function findContradictions<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
  saysTheSame: (row: Row, other: Row) => boolean,
): (Row | undefined)[] {
  const repeats = findRepeats(rows, keyOf)
  const others = new Map<Row, Row>()
  for (const [at, row] of rows.entries()) {
    const first = repeats[at]
    if (first && !others.has(first) && !saysTheSame(row, first)) others.set(first, row)
  }
  return rows.map((row, at) => {
    const first = repeats[at] ?? row
    return first !== row && !saysTheSame(row, first) ? first : others.get(first)
  })
}

const verdicts: Readonly<Record<string, VerdictWeight>> = Object.assign(
  {},
  ...Object.values<ListKind>(importKinds).map((kind) => kind.verdicts),
)

export interface Judging {
  /** whether existing records are updated with the values in the list */
  update: boolean
}

export interface Finding<Verdict extends ImportVerdict = ImportVerdict> {
  verdict: Verdict
  about: string
}

/** most important finding first */
export interface Judged {
  findings: readonly Finding[]
}

export const weightOfVerdict = (verdict: ImportVerdict): VerdictWeight => verdicts[verdict] ?? skipped

const skipped: VerdictWeight = { outcome: 'skipped' }

/** Weight of a line: a refusing finding refuses it; otherwise the first one says its outcome, and any may be a remark. */
export function weightOf({ findings }: Judged): VerdictWeight {
  const weights = findings.map(({ verdict }) => weightOfVerdict(verdict))
  if (weights.some(({ outcome }) => outcome === 'refused')) return { outcome: 'refused' }
  const { outcome } = weights[0] ?? skipped
  return weights.some(({ remark }) => remark) ? { outcome, remark: true } : { outcome }
}

/** The refusing findings without duplicates if there are any, otherwise the others. Null entries are left out. */
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

/** Remarks for failed formulas in a line, whose cells count as empty. */
export const remarkErrors = <Verdict extends ImportVerdict>(
  findings: readonly Finding<Verdict>[],
  errors: readonly string[],
): Finding<Verdict | 'cell-error'>[] => [...findings, ...errors.map((error) => found('cell-error', error))]

export const isAdded = (line: Judged): boolean => weightOf(line).outcome === 'added'

export const actsOn = (line: Judged): boolean => !['skipped', 'refused'].includes(weightOf(line).outcome)

export function countVerdicts(lines: readonly Judged[]): VerdictCounts {
  const counts = { added: 0, changed: 0, skipped: 0, remarks: 0, errors: 0 }
  for (const line of lines) {
    const { outcome, remark } = weightOf(line)
    counts[outcome === 'refused' ? 'errors' : outcome] += 1
    if (remark) counts.remarks += 1
  }
  return counts
}
