import {
  type ColumnMeaning,
  cellAt,
  columnLabels,
  foldHeader,
  type ListChoices,
  meaningsOf,
  missingMeanings,
  moduleOf,
} from './columns.rules.ts'
import { type CsvRow, eachOf, type Work } from './csv.rules.ts'
import { findHeading, guessMeanings, unnamedLabel } from './heading.rules.ts'
import { type ListReading, readingLines } from './import.rules.ts'
import type { ColumnReading } from './import.schema.ts'
import { type ImportKind, listKind } from './import-kinds.ts'

export interface ReadList<Meaning extends string> {
  rows: readonly CsvRow[]
  columns: ColumnReading[]
  /** labels of columns with values that are not read, although nobody chose that */
  unused: string[]
  /** text in this column of a row, on one line and without outer spaces; empty without such a column */
  cell: (row: CsvRow, meaning: Meaning) => string
  /** text in all columns with this meaning, which may have several names, with its line ends */
  several: (row: CsvRow, meaning: Meaning) => string
  has: (meaning: Meaning) => boolean
  about: (row: CsvRow) => ReadRow
  resultColumns: readonly { moduleId: number; at: number }[]
}

type ListOf<Kind extends ImportKind> =
  | ({ read: true } & ReadList<ColumnMeaning<Kind>>)
  | (ListReading<never> & { read: false })

/** Reads a text by the columns of its header; `choices` overrides some. */
export function* readingList<Kind extends ImportKind>(
  kind: Kind,
  text: string,
  choices: ListChoices = {},
): Work<ListOf<Kind>> {
  const reading = yield* readingLines(text)
  if (!reading.read) return reading
  const { labels, meanings, rows } = readHeading(kind, reading.lines, choices)
  const columns = labels.flatMap((label, at) =>
    label === '' ? [] : [{ header: label, meaning: meanings[at] ?? null }],
  )
  if (missingMeanings(kind, columns, choices.modules).length > 0) return { read: false, fault: 'import-column-missing' }
  if (rows.length === 0) return { read: false, fault: 'import-empty' }
  const unused = labels.flatMap((label, at) => {
    const isRead = (meanings[at] ?? null) !== null || isChosen(label, choices)
    return isRead || !rows.some((row) => cellAt(row, at) !== '') ? [] : [label || unnamedLabel(at)]
  })
  const positions = new Map(meanings.map((meaning, at) => [meaning, at]))
  const several = (row: CsvRow, meaning: string) => withoutError(withoutGuard(cellAt(row, positions.get(meaning))))
  const read = [...positions].flatMap(([meaning, at]) => (meaning === null ? [] : [at]))
  return {
    read: true,
    rows,
    columns,
    unused,
    has: (meaning) => positions.has(meaning),
    several,
    cell: (row, meaning) => several(row, meaning).replace(/(?<!\s)\s*[\r\n]+\s*/g, ' '),
    about: (row) => ({
      line: row.line,
      // More cells than the header: some character in the row was taken for a delimiter, so it is unknown which cell
      // belongs to which column.
      isShifted: row.cells.slice(labels.length).some((cell) => cell.trim() !== ''),
      isTotal: isTotal(row),
      cellErrors: [...new Set(read.flatMap((at) => cellError(cellAt(row, at)) ?? []))],
    }),
    resultColumns: [...positions].flatMap(([meaning, at]) => {
      const moduleId = meaning === null ? null : moduleOf(meaning)
      return moduleId === null ? [] : [{ moduleId, at }]
    }),
  }
}

export interface ReadRow {
  line: number
  isShifted: boolean
  /** whether it counts other lines: 'Totaal: 28 studenten' */
  isTotal: boolean
  /** errors of failed formulas; their cells are empty here */
  cellErrors: readonly string[]
}

export function* readingRows<Kind extends ImportKind, Row>(
  kind: Kind,
  text: string,
  choices: ListChoices | undefined,
  rowOf: (row: CsvRow, list: ReadList<ColumnMeaning<Kind>>) => Row,
): Work<ListReading<Row & ReadRow>> {
  const list = yield* readingList(kind, text, choices)
  if (!list.read) return list
  const rows = yield* eachOf(list.rows, (row) => ({ ...rowOf(row, list), ...list.about(row) }))
  return { read: true, columns: list.columns, unused: list.unused, rows }
}

/** Texts of failed formulas: '#N/A', '#VERW!', LibreOffice's 'Err:502'; in English (Excel, Google Sheets) and Dutch. */
const ERROR =
  /^(?:#(?:N\/A|N\/B|REF!|VERW!|VALUE!|WAARDE!|NAME\?|NAAM\?|DIV\/0!|DEEL\/0!|NULL!|LEEG!|NUM!|GETAL!|SPILL!|OVERLOOP!|CALC!|BEREKENEN!|FIELD!|VELD!|BLOCKED!|GEBLOKKEERD!|CONNECT!|BUSY!|UNKNOWN!|PYTHON!|ERROR!|GETTING_DATA)|Err:\d{3})$/i

/** Texts that databases and programs write for no value. A name in capitals may look so too: the remark quotes it. */
const NO_VALUE = /^(?:NULL|null|\(null\)|\\N|undefined|NaN|nan|None)$/

/** 'Totaal', 'Totaal: 28', 'Aantal studenten 28', '(28 rijen)' */
const TOTAL =
  /^(?:(?:eind|sub|grand |sub-?)?tota(?:al|len|ls?)|aantal|number of|count)(?:\s*[:=(].*|(?: \p{L}+){0,3}\s*(?:[:=]\s*)?\d.*)?$|^\(?\d+ (?:studenten|leerlingen|deelnemers|personen|students|users|rijen|regels|records|rows|lokalen|zalen|rooms|modules|toetsmomenten)\)?$/iu

/** Whether the first value of a line says that it counts others. A line with an address is about somebody. */
function isTotal({ cells }: CsvRow): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return TOTAL.test(filled[0] ?? '') && !filled.some((cell) => cell.includes('@'))
}

/** The error of a formula in a cell, or the word for no value; null for other text. */
function cellError(cell: string): string | null {
  const text = cell.trim()
  return ERROR.test(text) || NO_VALUE.test(text) ? text : null
}

/** Our own tables write an apostrophe before what a spreadsheet would read as a formula: the room '-1.04'. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '')

export const withoutError = (cell: string): string => (cellError(cell) === null ? cell : '')

export interface HeadingReading {
  /** line number of the column names, from 1; 0 for a list without them */
  heading: number
  /** names of the columns; empty for a column without one */
  labels: readonly string[]
  meanings: readonly (string | null)[]
  rows: readonly CsvRow[]
}

/** Finds the heading of a list and the meanings of its columns. Lines above it are not part of the list. */
export function readHeading(kind: ImportKind, lines: readonly CsvRow[], choices: ListChoices): HeadingReading {
  const at = headingAt(kind, lines, choices)
  const header = lines[at]
  if (header) {
    const meanings = meaningsOf(kind, header.cells, choices)
    return { heading: header.line, labels: columnLabels(header.cells), meanings, rows: lines.slice(at + 1) }
  }
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const labels = Array.from({ length: width }, (_, column) => unnamedLabel(column))
  const guessed = guessMeanings(kind, lines, width)
  const said = meaningsOf(kind, labels, choices)
  const meanings = labels.map((label, column) => {
    if (isChosen(label, choices)) return said[column] ?? null
    const guess = guessed[column] ?? null
    return guess !== null && said.includes(guess) ? null : guess
  })
  return { heading: 0, labels, meanings, rows: lines }
}

/** Whether the user chose the meaning of this column, or to ignore it. */
const isChosen = (label: string, { columns = [] }: ListChoices): boolean =>
  label !== '' && columns.some(({ header }) => foldHeader(header) === foldHeader(label))

/** Index of the heading; -1 for a list without column names. A chosen line that no longer exists is ignored. */
function headingAt(kind: ImportKind, lines: readonly CsvRow[], choices: ListChoices): number {
  const { heading } = choices
  if (heading === 0) return -1
  const chosen = heading === undefined ? -1 : lines.findIndex(({ line }) => line === heading)
  return chosen >= 0 ? chosen : findHeading(kind, lines, choices)
}

/** Whether a list is a single column of cells that need no header: addresses, each of a student. */
export function isBareList(kind: ImportKind, lines: readonly CsvRow[]): boolean {
  const { isWhole } = listKind(kind)
  return (
    isWhole !== undefined && lines.every(({ cells: [cell = '', ...others] }) => others.length === 0 && isWhole(cell))
  )
}
