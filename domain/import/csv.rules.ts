/** A line of a list; `line` is where it begins in the text, from 1, as a spreadsheet or editor numbers it. */
export interface CsvRow {
  line: number
  cells: string[]
}

export type CsvReading = { whole: true; rows: CsvRow[] } | { whole: false; openedAt: number }

const DELIMITERS = [';', '\t', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

/**
 * A list as spreadsheets write it (RFC 4180), whatever parts its cells: Dutch Excel saves semicolons, others commas, and
 * what is pasted from a sheet has tabs. Lines without anything in them are left out. A quote that is never closed would
 * swallow all that follows; where it was opened is told instead.
 */
export function readCsv(given: string): CsvReading {
  const { text, delimiter, line: firstLine } = withoutPreface(given)
  const plain = new RegExp(`[^${delimiter}\r\n]*`, 'y')
  const rows: CsvRow[] = []
  let [at, line] = [0, firstLine]

  /** Up to what ends the cell; undefined when its quote is never closed. */
  const readCell = (): string | undefined => {
    let quoted = ''
    for (let from = at + 1; text[at] === '"'; from = at + 1) {
      const close = text.indexOf('"', from)
      if (close < 0) return undefined
      quoted += text.slice(from, close)
      at = close + 1
      if (text[at] === '"') quoted += '"'
    }
    line += lineEndsIn(quoted)
    plain.lastIndex = at
    const rest = plain.exec(text)?.[0] ?? ''
    at += rest.length
    return quoted + rest
  }

  while (at < text.length) {
    const row: CsvRow = { line, cells: [] }
    for (;;) {
      const cell = readCell()
      if (cell === undefined) return { whole: false, openedAt: line }
      row.cells.push(cell)
      if (text[at] !== delimiter) break
      at++
    }
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    at += text.startsWith('\r\n', at) ? 2 : 1
    line++
  }
  return { whole: true, rows }
}

const lineEndsIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** Without the byte order mark, and without the line by which Excel names the delimiter ('sep=;'). */
function withoutPreface(given: string): { text: string; delimiter: Delimiter; line: number } {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given
  const [preface, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const known = DELIMITERS.find((delimiter) => delimiter === named)
  if (preface !== undefined && known) return { text: text.slice(preface.length), delimiter: known, line: 2 }
  return { text, delimiter: delimiterOf(text), line: 1 }
}

/** What the first line has most of outside quotes: a header's names hold none of them. */
function delimiterOf(text: string): Delimiter {
  const [firstLine = ''] = text.replace(/"[^"]*"/g, '').match(/[^\r\n]+/) ?? []
  const count = (delimiter: Delimiter) => firstLine.split(delimiter).length
  return DELIMITERS.reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most))
}
