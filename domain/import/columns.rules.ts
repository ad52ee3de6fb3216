import { foldText } from '#domain/users/search.rules.ts'
import type { CsvRow } from './csv.rules.ts'

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
 * `others` too, by which it tells of somebody or something else.
 */
export function findColumns<Column extends string>(
  header: CsvRow,
  names: ColumnNames<Column>,
  others: readonly string[],
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
  find((at, name) => worded[at]?.includes(name) === true && !worded[at].some((word) => others.includes(word)))
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
