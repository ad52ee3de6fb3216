import { foldHeader, type ModuleColumn, missingMeanings, moduleOf, resultOf } from '#domain/import/columns.rules.ts'
import { type CsvRow, readCsv } from '#domain/import/csv.rules.ts'
import { unnamedLabel } from '#domain/import/heading.rules.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { type HeadingReading, isBareList, readHeading } from '#domain/import/read-list.ts'

/** Meanings of headers, by `foldHeader`; null for a column to ignore. */
export type Meanings = ReadonlyMap<string, string | null>

export const meaningsByHeader = (columns: readonly ColumnReading[]): Meanings =>
  new Map(columns.map(({ header, meaning }) => [foldHeader(header), meaning]))

/**
 * Source of a column's meaning: its name, its values, an earlier list, or a choice of the user. It may be unknown; a column
 * without a name is not read.
 */
export type ColumnOrigin = 'named' | 'guessed' | 'remembered' | 'chosen' | 'unknown' | 'nameless'

interface ListedColumn {
  /** position within a line, from 0 */
  place: number
  /** name as in spreadsheet programs: 'Kolom B' */
  label: string
  /** header of the column in the list; empty if it has none */
  header: string
  meaning: string | null
  origin: ColumnOrigin
}

export interface ListedColumns {
  columns: readonly ListedColumn[]
  /** missing required columns: for each, the labels of alternatives */
  missing: readonly (readonly string[])[]
  /** choices to send to the server, since the columns' names do not imply them */
  chosen: ColumnReading[]
  /** number of the line with the column names, from 1; 0 for none */
  heading: number
  /** first nonempty lines of the text, including the one with the column names */
  firstLines: readonly CsvRow[]
  /** first lines below the column names */
  rows: readonly CsvRow[]
}

const FIRST_LINES = 5

/** Facts about a list that its text does not contain. */
export interface KnownOfList {
  remembered: Meanings
  own: Meanings
  /** line that the user chose as the one with the column names, 0 for none */
  heading?: number | undefined
  /** modules that may have their own column, for lists of results */
  modules?: readonly ModuleColumn[] | undefined
}

/** Number of characters that contain the header and some lines below it, unless lines are very long. */
const BEGINNING_CHARACTERS = 20_000
/** Number of lines that suffices: titles may be above the header. */
const ENOUGH_LINES = 25

/**
 * Beginning of a text that suffices to know its columns: whole lines, unchanged while the user types further down, and not
 * ending within a quoted cell.
 */
export function beginningOf(text: string): string {
  for (let length = BEGINNING_CHARACTERS; length < text.length; length *= 2) {
    const beginning = text.slice(0, length)
    const whole = beginning.slice(0, Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r')) + 1)
    const reading = readCsv(whole, length)
    if (reading.whole ? reading.rows.length >= ENOUGH_LINES : reading.fault !== 'quote-open') return whole
  }
  return text
}

/** Meaning of each column, without asking the server; null for a list without a readable header. */
export function listedColumns(kind: ImportKind, beginning: string, known: KnownOfList): ListedColumns | null {
  const reading = readCsv(beginning, beginning.length)
  if (!reading.whole || reading.rows.length === 0) return null
  // E-mail addresses alone are a list of students without a header.
  if (isBareList(kind, reading.rows)) return null
  const { remembered, own, heading, modules } = known
  // Meanings from earlier lists also help to find the line with the names.
  const said = [...remembered, ...own].map(([header, meaning]) => ({ header, meaning }))
  const read = readHeading(kind, reading.rows, { columns: said, heading, modules })
  const columns = columnsIn(read, known)
  return {
    columns,
    missing: missingMeanings(kind, columns, modules).map((some) => some.map((meaning) => labelOf(kind, meaning))),
    chosen: columns.flatMap(({ header, meaning, origin }) =>
      origin === 'chosen' || origin === 'remembered' ? [{ header, meaning }] : [],
    ),
    heading: read.heading,
    firstLines: reading.rows.slice(0, Math.max(FIRST_LINES, placeOf(read, reading.rows) + 1)),
    rows: read.rows.slice(0, FIRST_LINES),
  }
}

/** Whether a text is one column of values that need no header. */
export function isBareText(kind: ImportKind, beginning: string): boolean {
  const reading = readCsv(beginning, beginning.length)
  return reading.whole && reading.rows.length > 0 && isBareList(kind, reading.rows)
}

const placeOf = ({ heading }: HeadingReading, rows: readonly CsvRow[]): number =>
  rows.findIndex(({ line }) => line === heading)

const columnsIn = ({ heading, labels, meanings, rows }: HeadingReading, known: KnownOfList): ListedColumn[] =>
  labels.flatMap((header, place) => {
    const isSeen = header !== '' || rows.slice(0, FIRST_LINES).some(({ cells }) => (cells[place] ?? '').trim() !== '')
    const meaning = meanings[place] ?? null
    const origin = originOf(header, meaning, { ...known, heading })
    return isSeen ? [{ place, label: unnamedLabel(place), header, meaning, origin }] : []
  })

function originOf(header: string, meaning: string | null, { own, remembered, heading }: KnownOfList): ColumnOrigin {
  if (header === '') return 'nameless'
  if (own.has(foldHeader(header))) return 'chosen'
  if (remembered.has(foldHeader(header))) return 'remembered'
  if (meaning === null) return 'unknown'
  return heading === 0 ? 'guessed' : 'named'
}

/** Gives a column its chosen meaning, and removes it from all others: no two have the same. */
export function withChoice({ columns }: ListedColumns, own: Meanings, { header, meaning }: ColumnReading): Meanings {
  const losers = columns.filter((column) => meaning !== null && column.meaning === meaning)
  return new Map([
    ...own,
    ...losers.map((column) => [foldHeader(column.header), null] as const),
    [foldHeader(header), meaning],
  ])
}

/** Meanings for columns of this kind of list, in the order of the select. */
export const meaningOptions = (kind: ImportKind, modules: readonly ModuleColumn[] = []) => [
  ...Object.entries(listKind(kind).columns).map(([meaning, { label, required = false }]) => ({
    meaning,
    label,
    isRequired: required && modules.length === 0,
  })),
  ...modules.map((module) => ({ meaning: resultOf(module), label: `Cijfer ${module.name}`, isRequired: false })),
]

export const labelOf = (kind: ImportKind, meaning: string): string =>
  listKind(kind).columns[meaning]?.label ?? (moduleOf(meaning) === null ? meaning : 'Cijfer')
