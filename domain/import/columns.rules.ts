import { foldText } from '#domain/user/search.rules.ts'
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

/** Finds columns by their names, in any order and however they are capitalised or spaced. */
export function findColumns<Column extends string>(header: CsvRow, names: ColumnNames<Column>): Columns<Column> {
  const folded = header.cells.map(foldName)
  const entries: [string, readonly string[]][] = Object.entries(names)
  const positions = new Map(
    entries.flatMap(([column, known]): [string, number][] => {
      const name = known.find((candidate) => folded.includes(candidate))
      return name === undefined ? [] : [[column, folded.indexOf(name)]]
    }),
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
