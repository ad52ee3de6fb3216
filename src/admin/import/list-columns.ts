import { foldHeader, missingMeanings, readColumns } from '#domain/import/columns.rules.ts'
import { columnMeanings } from '#domain/import/columns.texts.ts'
import { readCsv } from '#domain/import/csv.rules.ts'
import type { ColumnReading, ImportKind } from '#domain/import/import.schema.ts'

/** What headers mean, by `foldHeader`; null: nothing is read of such a column. */
export type Meanings = ReadonlyMap<string, string | null>

export const meaningsOf = (columns: readonly ColumnReading[]): Meanings =>
  new Map(columns.map(({ header, meaning }) => [foldHeader(header), meaning]))

/** How it is known what a column means: by its name, by an earlier list, by who has this one before them, or not at all. */
export type ColumnOrigin = 'named' | 'remembered' | 'chosen' | 'unknown'

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
export function listedColumns(
  kind: ImportKind,
  beginning: string,
  { remembered, own }: { remembered: Meanings; own: Meanings },
): ListedColumns | null {
  const reading = readCsv(beginning, BEGINNING)
  if (!reading.whole) return null
  const [first, ...rows] = reading.rows
  // Addresses alone are a list of students without a header.
  if (
    !first ||
    (kind === 'students' && reading.rows.every(({ cells }) => cells.length === 1 && cells[0]?.includes('@')))
  )
    return null
  const named = first.cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [{ header: cell.trim(), place }]))
  const chosen = named.flatMap(({ header }) => {
    const meaning = [own, remembered].map((some) => some.get(foldHeader(header))).find((some) => some !== undefined)
    return meaning === undefined ? [] : [{ header, meaning }]
  })
  const read = readColumns(kind, first.cells, chosen)
  return {
    columns: named.map(({ header, place }, at) => {
      const meaning = read[at]?.meaning ?? null
      const example = rows.map(({ cells }) => cells[place]?.trim() ?? '').find((cell) => cell !== '') ?? ''
      return { at, header, example, meaning, origin: originOf(header, meaning, { remembered, own }) }
    }),
    missing: missingMeanings(kind, read).map((some) => some.map((meaning) => labelOf(kind, meaning))),
    chosen,
  }
}

function originOf(
  header: string,
  meaning: string | null,
  known: { remembered: Meanings; own: Meanings },
): ColumnOrigin {
  if (known.own.has(foldHeader(header))) return 'chosen'
  if (known.remembered.has(foldHeader(header))) return 'remembered'
  return meaning === null ? 'unknown' : 'named'
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

const meanings: Record<ImportKind, Readonly<Record<string, { label: string; required?: true }>>> = columnMeanings

/** What a column of such a list can mean, in the order of the select. */
export const meaningOptions = (kind: ImportKind): MeaningOption[] =>
  Object.entries(meanings[kind]).map(([meaning, { label, required = false }]) => ({
    meaning,
    label,
    isRequired: required,
  }))

/** What a meaning, or a field that a line changes, is called. */
export const labelOf = (kind: ImportKind, meaning: string): string => meanings[kind][meaning]?.label ?? meaning
