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
  if (json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  const cells = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => cellOf(row[column])))]
  const widths = COLUMNS.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  for (const line of cells)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const cellOf = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'yes' : 'no')
