/**
 * Formats rows below their column names. Each column is as wide as its longest text, at most `widest` if that is given: longer
 * texts are wrapped.
 */
export function textTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
  widest = Number.POSITIVE_INFINITY,
): string {
  const texts = [[...columns], ...rows.map((row) => columns.map((column) => row[column]))]
  const wrapped = texts.map((cells) => cells.map((cell) => wrap(cell, widest)))
  const widths = columns.map((_, column) =>
    Math.max(...wrapped.flatMap((cells) => cells[column]?.map((line) => line.length) ?? [])),
  )
  const gap = widest === Number.POSITIVE_INFINITY ? '\n' : '\n\n'
  return wrapped.map((cells) => linesOf(cells, widths).join('\n')).join(gap)
}

function linesOf(cells: readonly string[][], widths: readonly number[]): string[] {
  const height = Math.max(...cells.map((lines) => lines.length))
  const lineAt = (index: number) => cells.map((lines, column) => (lines[index] ?? '').padEnd(widths[column] ?? 0))
  return Array.from({ length: height }, (_, index) => lineAt(index).join('  ').trimEnd())
}

/** Wraps between words; a longer word sticks out. */
function wrap(text: string, widest: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > widest) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
