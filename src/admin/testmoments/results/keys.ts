/** Enrollment ids of the visible rows by column; null where the student does not take the module there. */
export type Layout = readonly (readonly (number | null)[])[]

export interface Place {
  row: number
  column: number
}

/** The cell with the focus, and the opposite corner of the selection. */
export interface Selection {
  active: Place
  anchor: Place
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'top' | 'bottom' | 'page-up' | 'page-down'

/** About as many rows as are visible. */
const ROWS_PER_PAGE = 12

const steps: Record<Direction, (place: Place, layout: Layout) => Place & { by: Place }> = {
  up: ({ row, column }) => ({ row: row - 1, column, by: { row: -1, column: 0 } }),
  down: ({ row, column }) => ({ row: row + 1, column, by: { row: 1, column: 0 } }),
  left: ({ row, column }) => ({ row, column: column - 1, by: { row: 0, column: -1 } }),
  right: ({ row, column }) => ({ row, column: column + 1, by: { row: 0, column: 1 } }),
  first: ({ row }) => ({ row, column: 0, by: { row: 0, column: 1 } }),
  last: ({ row }, layout) => ({ row, column: (layout[row]?.length ?? 1) - 1, by: { row: 0, column: -1 } }),
  top: ({ column }) => ({ row: 0, column, by: { row: 1, column: 0 } }),
  bottom: ({ column }, layout) => ({ row: layout.length - 1, column, by: { row: -1, column: 0 } }),
  'page-up': ({ row, column }) => ({ row: Math.max(0, row - ROWS_PER_PAGE), column, by: { row: 1, column: 0 } }),
  'page-down': ({ row, column }, layout) => ({
    row: Math.min(layout.length - 1, row + ROWS_PER_PAGE),
    column,
    by: { row: -1, column: 0 },
  }),
}

export const at = (layout: Layout, { row, column }: Place): number | null => layout[row]?.[column] ?? null

/** Next place with a cell, else the place itself. Typing down a column skips students who do not take the module. */
export function moved(layout: Layout, from: Place, direction: Direction): Place {
  const { by, ...first } = steps[direction](from, layout)
  for (let { row, column } = first; layout[row]?.[column] !== undefined; row += by.row, column += by.column)
    if (at(layout, { row, column }) !== null) return { row, column }
  return from
}

export const firstPlace = (layout: Layout): Place | null => {
  for (const [row, cells] of layout.entries()) {
    const column = cells.findIndex((id) => id !== null)
    if (column >= 0) return { row, column }
  }
  return null
}

interface Block {
  top: number
  bottom: number
  start: number
  end: number
}

const blockOf = ({ active, anchor }: Selection): Block => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  start: Math.min(active.column, anchor.column),
  end: Math.max(active.column, anchor.column),
})

/** Rows of the selection, each with its enrollment ids. */
export const selectedRows = (layout: Layout, selection: Selection): (number | null)[][] => {
  const { top, bottom, start, end } = blockOf(selection)
  return layout.slice(top, bottom + 1).map((row) => row.slice(start, end + 1))
}

/** Text of a single copied cell, without the line end that spreadsheet programs add; null for several cells. */
export function readSingleCell(copied: string): string | null {
  const text = copied.replace(/(?:\r\n?|\n)$/, '')
  return /[\t\r\n]/.test(text) ? null : text.trim()
}

export const writeClipboard = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.join('\t')).join('\n')

export type Intent =
  | { do: 'move'; direction: Direction; extend: boolean }
  | { do: 'restore' | 'edit' | 'clear' | 'undo' | 'redo' | 'all' }

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const arrows: Partial<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
}

/**
 * Meaning of a key, as in a spreadsheet program; null if the field itself handles it. While text is typed, left and right move
 * within the text. Tab leaves the grid after its last column, so that nobody is caught in it.
 */
export function intentOf(pressed: Pressed, isEditing: boolean): Intent | null {
  const { key, shiftKey, altKey } = pressed
  const isCommand = pressed.ctrlKey || pressed.metaKey
  if (altKey) return null
  if (isCommand) return commandOf(key.toLowerCase(), shiftKey, isEditing)
  if (key === 'Enter') return { do: 'move', direction: shiftKey ? 'up' : 'down', extend: false }
  if (key === 'Tab') return { do: 'move', direction: shiftKey ? 'left' : 'right', extend: false }
  if (key === 'Escape') return isEditing ? { do: 'restore' } : null
  const direction = arrows[key]
  if (isEditing)
    return direction && ['up', 'down', 'page-up', 'page-down'].includes(direction)
      ? { do: 'move', direction, extend: false }
      : null
  if (direction) return { do: 'move', direction, extend: shiftKey }
  if (key === 'F2') return { do: 'edit' }
  return key === 'Delete' || key === 'Backspace' ? { do: 'clear' } : null
}

function commandOf(key: string, shift: boolean, isEditing: boolean): Intent | null {
  if (key === 'z' && !shift) return { do: isEditing ? 'restore' : 'undo' }
  if (isEditing) return null
  if (key === 'y' || key === 'z') return { do: 'redo' }
  if (key === 'a') return { do: 'all' }
  if (key === 'home' || key === 'arrowup') return { do: 'move', direction: 'top', extend: shift }
  if (key === 'end' || key === 'arrowdown') return { do: 'move', direction: 'bottom', extend: shift }
  return null
}
