import { readWrittenDay } from '#domain/calendar/date-input.rules.ts'
import { type ListChoices, meaningsOf, missingMeanings, rateHeader } from './columns.rules.ts'
import type { CsvRow } from './csv.rules.ts'
import { type ImportKind, listKind } from './import-kinds.ts'
import { isAddress } from './people-columns.texts.ts'

/** Lines in which the column names are searched: above a list there may be a title, a class and a date. */
const MOST_TITLES = 20
/** Characters in which they are searched. Without this, 20 lines of cells of 1,000 signs took 1.3 s in one piece. */
const MOST_CHARACTERS = 50_000

/** The first lines, up to one after which there are too many characters. */
function headOf<Line>(lines: readonly Line[], cellsOf: (line: Line) => readonly string[]): readonly Line[] {
  let left = MOST_CHARACTERS
  const end = lines.slice(0, MOST_TITLES).findIndex((line) => {
    left -= cellsOf(line).reduce((sum, cell) => sum + cell.length, 0)
    return left < 0
  })
  return lines.slice(0, end < 0 ? MOST_TITLES : end + 1)
}

/** Rating of a column whose name is known. */
const ONE_NAME = 3

/**
 * Index of the line with the column names among these rows, or -1 for a list without one: the line with the most known columns,
 * otherwise the line before the first one that has a key (`isKey`), otherwise the first line.
 */
export function findHeading(kind: ImportKind, rows: readonly CsvRow[], choices: ListChoices): number {
  const head = headOf(rows, ({ cells }) => cells)
  const [best = -1, rating = 0] = bestHeader(
    kind,
    head.map(({ cells }) => cells),
    choices,
  )
  if (rating >= ONE_NAME) return best
  const first = head.findIndex(({ cells }) => cells.some(listKind(kind).isKey))
  return first < 0 ? 0 : first - 1
}

/** How much the first rows of a sheet resemble a list of this kind; 0 for not at all. */
export const rateAsList = (kind: ImportKind, rows: readonly (readonly string[])[], choices: ListChoices = {}): number =>
  bestHeader(
    kind,
    headOf(rows, (cells) => cells),
    choices,
  )[1] ?? 0

/** Rating of a line with all needed columns, above any other. */
const COMPLETE = 1_000

function bestHeader(
  kind: ImportKind,
  rows: readonly (readonly string[])[],
  choices: ListChoices,
): [at: number, rating: number] | [] {
  const rated = rows.map((cells, at): [number, number] => {
    if (cells.some((cell) => isValue(cell))) return [at, 0]
    const meanings = meaningsOf(kind, cells, choices)
    const columns = meanings.map((meaning) => ({ meaning }))
    const isComplete = missingMeanings(kind, columns, choices.modules).length === 0
    return [at, rateHeader(kind, cells, meanings, choices) + (isComplete ? COMPLETE : 0)]
  })
  const [first, ...others] = rated
  return first ? others.reduce((best, one) => (one[1] > best[1] ? one : best), first) : []
}

const isDay = (cell: string): boolean => readWrittenDay(cell) !== null

/** Whether a cell has a value, and therefore is no column name. */
export const isValue = (cell: string): boolean =>
  isAddress(cell) || isDay(cell) || /^\d+(?:[.,]\d+)?%?$/.test(cell.trim())

/** 'Kolom A' to 'Kolom CV'. */
export function unnamedLabel(at: number): string {
  const letters = (at < 26 ? '' : String.fromCharCode(64 + Math.floor(at / 26))) + String.fromCharCode(65 + (at % 26))
  return `Kolom ${letters}`
}

/** Whether a label says only where the column is, and so nothing about columns of other lists. */
export const isUnnamed = (label: string): boolean => /^Kolom [A-Z]{1,2}$/.test(label)

const ROWS_OF_GUESS = 50

/** Guesses the meaning of columns without names by the contents of at least half of the rows; null if none matches. */
export function guessMeanings(kind: ImportKind, rows: readonly CsvRow[], width: number): (string | null)[] {
  const sample = rows.slice(0, ROWS_OF_GUESS)
  const guessed = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const values = sample.flatMap(({ cells }) => {
      const value = cells[at]?.trim() ?? ''
      return value === '' ? [] : [value]
    })
    const isMostly = (is: (value: string) => boolean) =>
      values.length > 0 && values.filter(is).length * 2 >= values.length
    const meaning =
      listKind(kind).guesses.find((guess) => !guessed.has(guess.meaning) && isMostly(guess.is))?.meaning ?? null
    if (meaning !== null) guessed.add(meaning)
    return meaning
  })
}
