import { foldHeader, type ModuleColumn, missingMeanings, moduleOf, resultOf } from '#domain/import/columns.rules.ts'
import { type CsvRow, readCsv } from '#domain/import/csv.rules.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { type HeadingReading, isBareList, readHeading } from '#domain/import/read-list.ts'

/** What headers mean, by `foldHeader`; null: nothing is read of such a column. */
export type Meanings = ReadonlyMap<string, string | null>

export const meaningsOf = (columns: readonly ColumnReading[]): Meanings =>
  new Map(columns.map(({ header, meaning }) => [foldHeader(header), meaning]))

/**
 * How it is known what a column means: by its name, by what stands in it, by an earlier list, by who has this one before them,
 * or not at all.
 */
export type ColumnOrigin = 'named' | 'guessed' | 'remembered' | 'chosen' | 'unknown'

export interface ListedColumn {
  /** its place among those that have a name, from 0 */
  at: number
  header: string
  /** what stands in it on the first line that has something there; empty for nothing */
  example: string
  meaning: string | null
  origin: ColumnOrigin
}

export interface ListedColumns {
  columns: readonly ListedColumn[]
  /** of what the list needs and has no column for: the labels of which one would do */
  missing: readonly (readonly string[])[]
  /** what is said of them to the server, since their names do not */
  chosen: ColumnReading[]
  /** the line of their names, from 1; 0 for a list without them */
  heading: number
  /** the first lines of the text in which something stands */
  firstLines: readonly CsvRow[]
}

/** How many lines are shown for somebody to say where the names of the columns stand. */
const FIRST_LINES = 5

/** Facts about a list that its text does not contain. */
export interface KnownOfList {
  remembered: Meanings
  own: Meanings
  /** which line somebody said to have the names of the columns, 0 for none */
  heading?: number | undefined
  /** of results: those that may have a column of their own */
  modules?: readonly ModuleColumn[] | undefined
}

/** Signs of a text in which its header and some lines below it stand. */
const BEGINNING = 20_000

/** What is read of a text to know its columns: whole lines, and the same while something is typed further down. */
export function beginningOf(text: string): string {
  if (text.length <= BEGINNING) return text
  const beginning = text.slice(0, BEGINNING)
  return beginning.slice(0, Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r')) + 1)
}

/** What each column of a list is read as, before the server is asked; null of a list without a header that can be read. */
export function listedColumns(kind: ImportKind, beginning: string, known: KnownOfList): ListedColumns | null {
  const reading = readCsv(beginning, BEGINNING)
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
  }
}

const placeOf = ({ heading }: HeadingReading, rows: readonly CsvRow[]): number =>
  rows.findIndex(({ line }) => line === heading)

const columnsIn = ({ heading, labels, meanings, rows }: HeadingReading, known: KnownOfList): ListedColumn[] =>
  labels
    .flatMap((header, place) => (header === '' ? [] : [{ header, place }]))
    .map(({ header, place }, at) => {
      const meaning = meanings[place] ?? null
      const example = rows.map(({ cells }) => cells[place]?.trim() ?? '').find((cell) => cell !== '') ?? ''
      return { at, header, example, meaning, origin: originOf(header, meaning, { ...known, heading }) }
    })

function originOf(header: string, meaning: string | null, { own, remembered, heading }: KnownOfList): ColumnOrigin {
  if (own.has(foldHeader(header))) return 'chosen'
  if (remembered.has(foldHeader(header))) return 'remembered'
  if (meaning === null) return 'unknown'
  return heading === 0 ? 'guessed' : 'named'
}

/** What is chosen for a column is taken from every other: no two mean the same. */
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

/** What a column of such a list can mean, in the order of the select. */
export const meaningOptions = (kind: ImportKind, modules: readonly ModuleColumn[] = []): MeaningOption[] => [
  ...Object.entries(listKind(kind).columns).map(([meaning, { label, required = false }]) => ({
    meaning,
    label,
    isRequired: required && modules.length === 0,
  })),
  ...modules.map((module) => ({ meaning: resultOf(module), label: `Cijfer ${module.name}`, isRequired: false })),
]

/** What a meaning, or a field that a line changes, is called. */
export const labelOf = (kind: ImportKind, meaning: string): string =>
  listKind(kind).columns[meaning]?.label ?? (moduleOf(meaning) === null ? meaning : 'Cijfer')
