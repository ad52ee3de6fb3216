import { textTable } from '../support/text-table.ts'

/** One line of a bench: what was measured, its reference of the same run, and what it should reach. */
export interface BenchRow {
  what: string
  measured: string
  reference: string
  /** the figure that the goal speaks of */
  figure: string
  goal: string
  reached: boolean
}

export const COLUMNS = ['what', 'measured', 'reference', 'figure', 'goal', 'reached'] as const

/** The row as texts. */
export const cellsOf = (row: BenchRow) => ({ ...row, reached: row.reached ? 'yes' : 'no' })

/** Prints the one table of what was measured. */
export const printRows = (rows: readonly BenchRow[]): void => console.log(textTable(COLUMNS, rows.map(cellsOf)))
