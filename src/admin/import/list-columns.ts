import { foldHeader, type ModuleColumn, missingMeanings, moduleOf, resultOf } from '#domain/import/columns.rules.ts'
import { type CsvRow, readCsv } from '#domain/import/csv.rules.ts'
import { unnamedLabel } from '#domain/import/heading.rules.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { type HeadingReading, isBareList, readHeading } from '#domain/import/read-list.ts'

/** Meanings of headers, by `foldHeader`; null for a column that is not read. */
export type Meanings = ReadonlyMap<string, string | null>

export const meaningsOf = (columns: readonly ColumnReading[]): Meanings =>
  new Map(columns.map(({ header, meaning }) => [foldHeader(header), meaning]))

/**
 * How the meaning of a column is known: by its name, by its values, by an earlier list, or by a choice of the user. It may be
 * unknown, and of a column without a name nothing can be read.
 */
export type ColumnOrigin = 'named' | 'guessed' | 'remembered' | 'chosen' | 'unknown' | 'nameless'

export interface ListedColumn {
  /** position within a line, from 0 */
  place: number
  /** what spreadsheets call it: 'Kolom B' */
  label: string
  /** its name in the list; empty for a column without one */
  header: string
  meaning: string | null
  origin: ColumnOrigin
}

export interface ListedColumns {
  columns: readonly ListedColumn[]
  /** missing required columns: the labels of which one would do */
  missing: readonly (readonly string[])[]
  /** choices that are sent to the server, since the names of their columns do not say them */
  chosen: ColumnReading[]
  /** the line of their names, from 1; 0 for a list without them */
  heading: number
  /** first lines of the text that are not empty: one of them has the names of the columns */
  firstLines: readonly CsvRow[]
  /** first lines below those names */
  rows: readonly CsvRow[]
}

/** Lines of a list that are shown. */
const FIRST_LINES = 5

/** Facts about a list that its text does not contain. */
export interface KnownOfList {
  remembered: Meanings
  own: Meanings
  /** which line somebody said to have the names of the columns, 0 for none */
  heading?: number | undefined
  /** modules that may have a column of their own, for lists of results */
  modules?: readonly ModuleColumn[] | undefined
}

/** Characters of a text that contain its header and some lines below it, unless its lines are very long. */
const BEGINNING = 20_000
/** Lines that suffice: titles may stand above the header. */
const ENOUGH_LINES = 25

/**
 * Beginning of a text that suffices to know its columns: whole lines, and the same while something is typed further
 * down. It does not end within a quoted cell.
 */
export function beginningOf(text: string): string {
  for (let length = BEGINNING; length < text.length; length *= 2) {
    const beginning = text.slice(0, length)
    const whole = beginning.slice(0, Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r')) + 1)
    const reading = readCsv(whole, length)
    if (reading.whole ? reading.rows.length >= ENOUGH_LINES : reading.fault !== 'quote-open') return whole
  }
  return text
}

/** Meaning of each column of a list, before the server is asked; null for a list without a readable header. */
export function listedColumns(kind: ImportKind, beginning: string, known: KnownOfList): ListedColumns | null {
  const reading = readCsv(beginning, beginning.length)
  if (!reading.whole || reading.rows.length === 0) return null
  // Addresses alone are a list of students without a header.
  if (isBareList(kind, reading.rows)) return null
  const { remembered, own, heading, modules } = known
  // Which line has the names is found by what earlier lists had them mean, too.
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

/** Gives a column its chosen meaning and takes it from every other: no two mean the same. */
export function withChoice({ columns }: ListedColumns, own: Meanings, { header, meaning }: ColumnReading): Meanings {
  const losers = columns.filter((column) => meaning !== null && column.meaning === meaning)
  return new Map([
    ...own,
    ...losers.map((column) => [foldHeader(column.header), null] as const),
    [foldHeader(header), meaning],
  ])
}

interface MeaningOption {
  meaning: string
  label: string
  isRequired: boolean
}

/** Meanings that a column of such a list can have, in the order of the select. */
export const meaningOptions = (kind: ImportKind, modules: readonly ModuleColumn[] = []): MeaningOption[] => [
  ...Object.entries(listKind(kind).columns).map(([meaning, { label, required = false }]) => ({
    meaning,
    label,
    isRequired: required && modules.length === 0,
  })),
  ...modules.map((module) => ({ meaning: resultOf(module), label: `Cijfer ${module.name}`, isRequired: false })),
]

/** Label of a meaning, or of a field that a line changes. */
export const labelOf = (kind: ImportKind, meaning: string): string =>
  listKind(kind).columns[meaning]?.label ?? (moduleOf(meaning) === null ? meaning : 'Cijfer')
