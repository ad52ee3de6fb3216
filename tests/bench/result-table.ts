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

const COLUMNS = ['what', 'measured', 'reference', 'figure', 'goal', 'reached'] as const

/** Prints the one table of a bench, or the same as JSON. */
export function printRows(rows: readonly BenchRow[], json: boolean): void {
  const cells = rows.map((row) => ({ ...row, reached: row.reached ? 'yes' : 'no' }))
  console.log(json ? JSON.stringify(rows, null, 2) : textTable(COLUMNS, cells))
}
