interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
  target: EventTarget
}

/** About as many rows as are visible. */
const ROWS_PER_PAGE = 10

/** Cells of a table from one cell on, in the direction of a key; null for other keys. */
function cellsAhead(key: string, isFar: boolean, cell: HTMLTableCellElement): HTMLTableCellElement[] | null {
  const row = cell.closest('tr')
  const body = row?.closest('tbody')
  if (!row || !body) return null
  const rows = [...body.rows]
  const [at, column] = [rows.indexOf(row), cell.cellIndex]
  const below = (from: number) =>
    rows.slice(Math.min(from, rows.length - 1)).flatMap((each) => each.cells[column] ?? [])
  const above = (from: number) =>
    rows
      .slice(0, Math.max(from, 0) + 1)
      .toReversed()
      .flatMap((each) => each.cells[column] ?? [])
  const beside = [
    ...(key === 'Home' && isFar
      ? (rows[0]?.cells ?? [])
      : key === 'End' && isFar
        ? (rows.at(-1)?.cells ?? [])
        : row.cells),
  ]
  const ahead: Partial<Record<string, HTMLTableCellElement[]>> = {
    ArrowDown: below(at + 1),
    ArrowUp: above(at - 1),
    PageDown: below(at + ROWS_PER_PAGE),
    PageUp: above(at - ROWS_PER_PAGE),
    ArrowRight: beside.slice(column + 1),
    ArrowLeft: beside.slice(0, column).toReversed(),
    Home: beside,
    End: beside.toReversed(),
  }
  return ahead[key] ?? null
}

/**
 * Link that a key moves the focus to, as in a grid (WAI-ARIA): in the next cell in that direction that has one. Null for other
 * keys, and if there is no such link: the browser then scrolls, if it can.
 */
export function linkBeside({ key, ctrlKey, metaKey, shiftKey, altKey, target }: Pressed): HTMLAnchorElement | null {
  if (metaKey || shiftKey || altKey) return null
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('th, td') : null
  const cells = cell && cellsAhead(key, ctrlKey, cell)
  const link = cells?.find((each) => each.querySelector('a'))?.querySelector('a')
  return link && link !== target ? link : null
}
