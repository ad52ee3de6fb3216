/** Row of a list; `line` is the line number in the text where it begins, from 1, as in a spreadsheet or editor. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Most columns, far more than any school's export has; a wider text is refused without reading all of it. */
export const MAX_COLUMNS = 100
/** Longest cell, in UTF-16 units: normalizing a million accents takes a minute. */
export const MAX_CELL_LENGTH = 1_000
/** Most cells: 5,000 lines of forty columns; each line counts for ten more, even if empty. */
const MAX_CELLS = 250_000
const LINE_IN_CELLS = 10

export type CsvReading =
  | { whole: true; rows: CsvRow[] }
  | { whole: false; fault: 'quote-open' | 'line-too-long'; line: number }
  | { whole: false; fault: 'too-long' }

/** Work on thousands of lines that yields after each, so that the caller can do other things in between. */
export type Work<Result> = Generator<undefined, Result, undefined>

export function finish<Result>(work: Work<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

export function* eachOf<Row, Result>(
  rows: readonly Row[],
  resultOf: (row: Row, index: number) => Result,
): Work<Result[]> {
  const results: Result[] = []
  for (const [index, row] of rows.entries()) {
    results.push(resultOf(row, index))
    yield
  }
  return results
}

const DELIMITERS = [';', '\t', ',', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]
const SIGNS: readonly string[] = DELIMITERS

/**
 * Reads a list as spreadsheets write it (RFC 4180) with any delimiter: Dutch Excel writes semicolons, others commas, copied
 * cells have tabs, and databases write bars. Empty lines are left out. An unclosed quote would swallow all that follows;
 * instead the line where it opens is reported. Stops at more than `mostRows` rows or at the limits above, so that no text of
 * two megabytes blocks its reader.
 */
export const readCsv = (given: string, mostRows: number): CsvReading => finish(readingCsv(given, mostRows))

export function* readingCsv(given: string, mostRows: number): Work<CsvReading> {
  const { text, delimiter, line: firstLine } = withoutPreface(given)
  const plain = new RegExp(`[^${delimiter}\r\n]*`, 'y')
  const plainLine = /[^"\r\n]*/y
  const rows: CsvRow[] = []
  let [at, line, cellsRead] = [0, firstLine, 0]

  /** Reads to the end of the cell, or to the longest length; undefined if its quote is never closed. */
  const readCell = (): string | undefined => {
    let quoted = ''
    for (let from = at + 1; text[at] === '"' && quoted.length <= MAX_CELL_LENGTH; from = at + 1) {
      const close = text.indexOf('"', from)
      if (close < 0) return undefined
      quoted += text.slice(from, close)
      at = close + 1
      if (text[at] === '"') quoted += '"'
    }
    if (quoted.length > MAX_CELL_LENGTH) return quoted
    line += lineEndsIn(quoted)
    plain.lastIndex = at
    const rest = plain.exec(text)?.[0] ?? ''
    at += rest.length
    return withoutFormula(quoted + rest)
  }

  /** Reads a line without quotes, as nearly all are, at once; returns no cells for a line with quotes. */
  const readPlainLine = (): string[] => {
    plainLine.lastIndex = at
    const whole = plainLine.exec(text)?.[0] ?? ''
    if (text[at + whole.length] === '"') return []
    at += whole.length
    return whole.split(delimiter, MAX_COLUMNS + 1)
  }

  while (at < text.length) {
    yield
    const row: CsvRow = { line, cells: readPlainLine() }
    while (row.cells.length === 0 || (text[at] === delimiter && row.cells.length <= MAX_COLUMNS)) {
      if (row.cells.length > 0) at++
      const cell = readCell()
      if (cell === undefined) return { whole: false, fault: 'quote-open', line }
      row.cells.push(cell)
      if (cell.length > MAX_CELL_LENGTH) break
    }
    if (row.cells.length > MAX_COLUMNS || row.cells.some((cell) => cell.length > MAX_CELL_LENGTH))
      return { whole: false, fault: 'line-too-long', line: row.line }
    cellsRead += row.cells.length + LINE_IN_CELLS
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    if (rows.length > mostRows || cellsRead > MAX_CELLS) return { whole: false, fault: 'too-long' }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line++
  }
  return { whole: true, rows }
}

/** Unwraps '="0012345"', with which programs make Excel keep a text. */
const withoutFormula = (cell: string): string =>
  cell.startsWith('="') && cell.endsWith('"') && cell.length > 2 ? cell.slice(2, -1) : cell

const lineEndsIn = (cell: string): number => cell.match(/\r\n|\r|\n/g)?.length ?? 0

/** Removes the byte order mark, and the line that names the delimiter for Excel ('sep=;'). */
function withoutPreface(given: string): { text: string; delimiter: Delimiter; line: number } {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given
  const [preface, named] = /^"?sep=(.)"?[;,]*(?:\r\n|\r|\n)/i.exec(text) ?? []
  const known = DELIMITERS.find((delimiter) => delimiter === named)
  if (preface !== undefined && known) return { text: text.slice(preface.length), delimiter: known, line: 2 }
  return { text, delimiter: delimiterOf(text), line: 1 }
}

const MAX_HEAD_LENGTH = 10_000
/** Lines examined: enough to get past titles above a list. */
const LINES_OF_HEAD = 25

/**
 * Delimiter that splits most lines into the same number of cells, outside quotes: a title above the list may have a comma, and
 * so may grades. Of two equally good ones the one that makes more cells wins. Single commas below a first line without any are
 * part of texts.
 */
function delimiterOf(text: string): Delimiter {
  const lines = countDelimiters(text.slice(0, MAX_HEAD_LENGTH))
  const ratings = DELIMITERS.map((delimiter, place) => {
    const counts = lines.map((line) => line[place] ?? 0)
    const first = counts[0] ?? 0
    const alike = new Map<number, number>()
    for (const count of counts) if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1)
    const [count = 0, most = 0] = [...alike].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
    const isOfText = IN_TEXTS.has(delimiter) && first === 0 && count === 1
    return isOfText ? { delimiter, first, count: 0, most: 0 } : { delimiter, first, count, most }
  })
  const isBetter = (one: (typeof ratings)[number], best: (typeof ratings)[number]): boolean =>
    (one.most - best.most || one.count - best.count || one.first - best.first) > 0
  return ratings.reduce((best, one) => (isBetter(one, best) ? one : best)).delimiter
}

/** Delimiters that also occur in texts. */
const IN_TEXTS = new Set<Delimiter>([',', '|'])

/** Counts of each delimiter outside quotes, for each line that is not empty. */
function countDelimiters(head: string): number[][] {
  const lines: number[][] = []
  let counts = DELIMITERS.map(() => 0)
  let [isQuoted, isFilled, isCellStart] = [false, false, true]
  const endLine = () => {
    if (isFilled) lines.push(counts)
    counts = DELIMITERS.map(() => 0)
    isFilled = false
  }
  for (const sign of head) {
    if (lines.length === LINES_OF_HEAD) break
    if (sign === '"' && (isQuoted || isCellStart)) {
      isQuoted = !isQuoted
      isFilled = true
    } else if (isQuoted) isCellStart = false
    else if (sign === '\n' || sign === '\r') endLine()
    else {
      const place = SIGNS.indexOf(sign)
      if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
      isFilled ||= place >= 0 || sign !== ' '
      isCellStart = place >= 0
      continue
    }
    // A quote right after a closing one is part of the text.
    isCellStart = sign === '\n' || sign === '\r' || sign === '"'
  }
  endLine()
  return lines
}
