/** Enrollment ids of the visible rows by column; null where the student does not take the module there. */
export type Layout = readonly (readonly (number | null)[])[]

interface Place {
  row: number
  column: number
}

/** The cell with the focus, and the opposite corner of the selection. */
interface Selection {
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

const at = (layout: Layout, { row, column }: Place): number | null => layout[row]?.[column] ?? null

/** Next place with a cell, else the place itself. Typing down a column skips students who do not take the module. */
export function moved(layout: Layout, from: Place, direction: Direction): Place {
  const { by, ...first } = steps[direction](from, layout)
  for (let { row, column } = first; layout[row]?.[column] !== undefined; row += by.row, column += by.column)
    if (at(layout, { row, column }) !== null) return { row, column }
  return from
}

const firstPlace = (layout: Layout): Place | null => {
  for (const [row, cells] of layout.entries()) {
    const column = cells.findIndex((id) => id !== null)
    if (column >= 0) return { row, column }
  }
  return null
}

/** Rows from one corner to the other, each with its enrollment ids. */
const rowsOf = (layout: Layout, { active, anchor }: Selection): (number | null)[][] => {
  const [top, bottom] = inOrder(active.row, anchor.row)
  const [start, end] = inOrder(active.column, anchor.column)
  return layout.slice(top, bottom + 1).map((row) => row.slice(start, end + 1))
}

const inOrder = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const

/** The visible rows, which cell is active and which are selected. `redraw` gets the cells that look different after a change. */
export function createSelection(redraw: (ids: readonly number[]) => void) {
  let layout: Layout = []
  /** row of each enrollment */
  const rows = new Map<number, number>()
  let selection: Selection | null = null
  const selected = new Set<number>()

  const activeId = (): number | null => (selection ? at(layout, selection.active) : null)
  const placeOf = (id: number): Place | null => {
    const row = rows.get(id)
    return row === undefined ? null : { row, column: layout[row]?.indexOf(id) ?? 0 }
  }
  /** A single cell is shown as active, not as selected. */
  const drawnSelection = (): ReadonlySet<number> => new Set(selected.size > 1 ? selected : [])
  const select = (active: Place | null, anchor: Place | null = active) => {
    const [previous, before] = [activeId(), drawnSelection()]
    selection = active && anchor && { active, anchor }
    selected.clear()
    if (selection) for (const id of rowsOf(layout, selection).flat()) if (id !== null) selected.add(id)
    const now = drawnSelection()
    const changed = [...before].filter((id) => !now.has(id)).concat([...now].filter((id) => !before.has(id)))
    redraw([...new Set([previous, activeId(), ...changed])].filter((id) => id !== null))
  }

  return {
    activeId,
    isActive: (id: number): boolean => id === activeId(),
    isSelected: (id: number): boolean => selected.size > 1 && selected.has(id),
    /** Distance in rows from the active cell. */
    distance: (id: number): number => Math.abs((rows.get(id) ?? 0) - (selection?.active.row ?? 0)),
    /** The active cell and the others selected with it. */
    ids: (): number[] => [...selected],
    rows: () => (selection ? rowsOf(layout, selection) : []),
    /** Sets the visible rows, in order. The active cell stays if it is still visible. */
    show: (shown: Layout) => {
      const id = activeId()
      layout = shown
      rows.clear()
      for (const [row, ids] of shown.entries()) for (const id of ids) if (id !== null) rows.set(id, row)
      select((id !== null && placeOf(id)) || firstPlace(layout))
    },
    goTo: (id: number, extend: boolean) => {
      const place = placeOf(id)
      if (place) select(place, extend && selection ? selection.anchor : place)
    },
    selectAll: () => {
      const [first, last] = [firstPlace(layout), layout.length - 1]
      if (first) select(first, { row: last, column: (layout[last]?.length ?? 1) - 1 })
    },
    /** Returns whether the active cell changed. */
    move: (direction: Direction, extend: boolean): boolean => {
      if (!selection) return false
      const to = moved(layout, selection.active, direction)
      const went = to.row !== selection.active.row || to.column !== selection.active.column
      if (went || !extend) select(to, extend ? selection.anchor : to)
      return went
    },
  }
}
