/** Rows below their column names, each column as wide as it must be. */
export function textTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): string {
  const lines = [[...columns], ...rows.map((row) => columns.map((column) => row[column]))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const lineOf = (cells: readonly string[]) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  return lines.map((cells) => lineOf(cells).trimEnd()).join('\n')
}
