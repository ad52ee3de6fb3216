import { foldText } from '#domain/users/search.rules.ts'

/** A line of a list; `line` is where it begins in the text, from 1, as a spreadsheet or editor numbers it. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Far more than any school's export has; beyond them a text is refused without being read to its end. */
export const MAX_COLUMNS = 100
/** In UTF-16 units: putting a million accents in their order takes a minute. */
export const MAX_CELL_LENGTH = 1_000
/** Five thousand lines of forty columns; a line takes as much as ten more, also when it is empty. */
const MAX_CELLS = 250_000
const LINE_IN_CELLS = 10

/** `line`: where the quote was opened that is never closed, or which line is too wide. */
export type CsvReading =
  | { whole: true; rows: CsvRow[] }
  | { whole: false; fault: 'quote-open' | 'line-too-long'; line: number }
  | { whole: false; fault: 'too-long' }

const DELIMITERS = [';', '\t', ','] as const
type Delimiter = (typeof DELIMITERS)[number]

/**
 * A list as spreadsheets write it (RFC 4180), whatever parts its cells: Dutch Excel saves semicolons, others commas, and
 * what is pasted from a sheet has tabs. Lines without anything in them are left out. A quote that is never closed would
 * swallow all that follows; where it was opened is reported instead. Stops where there is more than `mostRows` or than the
 * limits above, so that no text of two megabytes holds up whoever reads it.
 */
export function readCsv(given: string, mostRows: number): CsvReading {
  const { text, delimiter, line: firstLine } = withoutPreface(given)
  const plain = new RegExp(`[^${delimiter}\r\n]*`, 'y')
  const plainLine = /[^"\r\n]*/y
  const rows: CsvRow[] = []
  let [at, line, cellsRead] = [0, firstLine, 0]

  /** Up to what ends the cell, or as far as a cell may reach; undefined when its quote is never closed. */
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
    return quoted + rest
  }

  /** The cells of a line without quotes, which nearly all are, at once; of one with quotes none. */
  const readPlainLine = (): string[] => {
    plainLine.lastIndex = at
    const whole = plainLine.exec(text)?.[0] ?? ''
    if (text[at + whole.length] === '"') return []
    at += whole.length
    return whole.split(delimiter, MAX_COLUMNS + 1)
  }

  while (at < text.length) {
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

const lineEndsIn = (cell: string): number => cell.match(/\r\n|\r|\n/g)?.length ?? 0

/** Without the byte order mark, and without the line by which Excel names the delimiter ('sep=;'). */
function withoutPreface(given: string): { text: string; delimiter: Delimiter; line: number } {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given
  const [preface, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const known = DELIMITERS.find((delimiter) => delimiter === named)
  if (preface !== undefined && known) return { text: text.slice(preface.length), delimiter: known, line: 2 }
  return { text, delimiter: delimiterOf(text), line: 1 }
}

const MAX_HEADER_LENGTH = 10_000

/** What the first line has most of outside quotes: a header's names hold none of them. */
function delimiterOf(text: string): Delimiter {
  const beginning = text.slice(0, MAX_HEADER_LENGTH)
  const [firstLine = ''] = beginning.replace(/"[^"]*"/g, '').match(/[^\r\n]+/) ?? []
  const count = (delimiter: Delimiter) => firstLine.split(delimiter).length
  return DELIMITERS.reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most))
}

/** What columns may be called, of each first the name that wins when a list has several of them. */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>

export interface Columns<Column extends string> {
  /** what stands in this column of a row, without spaces around it; empty where the list has no such column */
  cell: (row: CsvRow, column: Column) => string
  has: (column: Column) => boolean
  /** more cells than the header has: some sign in the row was taken for the end of a cell */
  isShifted: (row: CsvRow) => boolean
  /** names of columns of which nothing is read */
  unused: string[]
}

/**
 * Finds columns by their names, in any order and however they are capitalised or spaced; where no header is just that
 * name, by a header that has it among its words ('E-mailadres student'), unless it has one of
 * `others` too, by which it is about somebody or something else. Names in `whole` are only ever a whole header.
 */
export function findColumns<Column extends string>(
  header: CsvRow,
  names: ColumnNames<Column>,
  { others, whole = [] }: { others: readonly string[]; whole?: readonly string[] },
): Columns<Column> {
  const folded = header.cells.map(foldName)
  const worded = header.cells.map(wordsOf)
  const entries: [string, readonly string[]][] = Object.entries(names)
  const positions = new Map<string, number>()
  const find = (isCalled: (position: number, name: string) => boolean) => {
    for (const [column, known] of entries) {
      const free = [...folded.keys()].filter((at) => ![...positions.values()].includes(at))
      const found = known.map((name) => free.find((at) => isCalled(at, name))).find((at) => at !== undefined)
      if (found !== undefined && !positions.has(column)) positions.set(column, found)
    }
  }
  find((at, name) => folded[at] === name)
  find(
    (at, name) =>
      !whole.includes(name) && worded[at]?.includes(name) === true && !worded[at].some((word) => others.includes(word)),
  )
  const used = new Set(positions.values())
  return {
    has: (column) => positions.has(column),
    cell: ({ cells }, column) => cells[positions.get(column) ?? -1]?.trim() ?? '',
    isShifted: ({ cells }) => cells.slice(header.cells.length).some((cell) => cell.trim() !== ''),
    unused: header.cells.filter((name, index) => !used.has(index) && name.trim() !== '').map((name) => name.trim()),
  }
}

/** 'E-mail adres' and 'emailadres' are one name. */
const foldName = (name: string): string => foldText(name).replace(/[^a-z0-9]/g, '')

/** 'E-mail adres student' is of 'email', 'adres' and 'student'. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}\p{M}-]+/u)
    .map(foldName)
    .filter((word) => word !== '')
