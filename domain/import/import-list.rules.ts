import { type CsvReading, type CsvRow, readCsv } from './csv.rules.ts'

/** Far more than a school takes in a year, and what one reply can still show. */
export const MAX_IMPORT_LINES = 5_000

/**
 * What keeps a list from being read at all:
 * - `import-quote-open`: a quote that is opened somewhere is never closed
 * - `import-line-too-long`: a line has more columns, or a cell of it more letters, than any list of a school
 * - `import-column-missing`: no column is what a line is known by
 */
export type ImportFault =
  | 'import-empty'
  | 'import-too-long'
  | 'import-line-too-long'
  | 'import-quote-open'
  | 'import-column-missing'

/** `import-changed`: the school, or the list, is no longer as it was when the list was confirmed. */
export type ImportRefusal = ImportFault | 'import-changed'

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
