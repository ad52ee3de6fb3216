import { type Cell, type CellLook, cellOf, lookOf } from './cells.ts'

/** Cells rendered in one frame, even by a slow machine. */
const CELLS_PER_FRAME = 16

const noLook: CellLook = lookOf(
  cellOf({
    enrollment_id: 0,
    module_id: 0,
    presence: null,
    version: 0,
    draft: null,
    published: null,
    published_at: null,
    editor: null,
    sender: null,
  }),
  { isActive: false, isSelected: false },
)

interface DrawingDeps {
  cell: (id: number) => Cell | undefined
  isActive: (id: number) => boolean
  isSelected: (id: number) => boolean
  /** distance in rows from the active cell */
  distance: (id: number) => number
}

/** Looks of the cells, and their listeners: each is notified of its own cell only, and views of the whole grid by 'sheet'. */
export function createDrawing({ cell: cellBy, isActive, isSelected, distance }: DrawingDeps) {
  const looks = new Map<number, CellLook>()
  /** Cells whose look is computed again on demand. */
  const outdated = new Set<number>()
  /** Cells to render after the next paint, the nearest first. */
  let queue: number[] = []
  let isScheduled = false
  const listeners = new Map<number | 'sheet', Set<() => void>>()

  const emit = (key: number | 'sheet') => {
    for (const listener of listeners.get(key) ?? []) listener()
  }
  const drawNext = () => {
    const now = queue.slice(0, CELLS_PER_FRAME)
    queue = queue.slice(CELLS_PER_FRAME)
    now.forEach(emit)
    if (queue.length === 0 || isScheduled) return
    isScheduled = true
    afterPaint(() => {
      isScheduled = false
      drawNext()
    })
  }
  /** Renders cells around the active one first: the others of a column are out of sight, and follow between frames. */
  const draw = (ids: readonly number[]) => {
    if (ids.length <= CELLS_PER_FRAME) return ids.forEach(emit)
    queue = [...new Set([...queue, ...ids])]
      .map((id) => ({ id, rows: distance(id) }))
      .sort((one, other) => one.rows - other.rows)
      .map(({ id }) => id)
    drawNext()
  }
  let isEmitAwaited = false

  return {
    /** Notifies views of the whole grid after the next paint, once for all changes until then. */
    emitSheet: () => {
      if (isEmitAwaited) return
      isEmitAwaited = true
      afterPaint(() => {
        isEmitAwaited = false
        emit('sheet')
      })
    },
    refresh: (ids: readonly number[]) => {
      for (const id of ids) outdated.add(id)
      draw(ids.filter((id) => listeners.has(id)))
    },
    look: (id: number): CellLook => {
      const cell = outdated.delete(id) ? cellBy(id) : undefined
      if (cell)
        looks.set(id, sameIfEqual(looks.get(id), lookOf(cell, { isActive: isActive(id), isSelected: isSelected(id) })))
      return looks.get(id) ?? noLook
    },
    subscribe: (key: number | 'sheet', listener: () => void) => {
      const some = listeners.get(key) ?? new Set()
      listeners.set(key, some.add(listener))
      return () => void some.delete(listener)
    },
  }
}

/** Runs work after the next paint: a press is answered before a whole column is rendered. */
export const afterPaint = (work: () => void): void => {
  if ('requestAnimationFrame' in globalThis) requestAnimationFrame(() => setTimeout(work))
  else setTimeout(work)
}

/** Reuses the old object if it is equal, so that nothing is rendered again. */
export const sameIfEqual = <Value extends object>(before: Value | undefined, now: Value): Value =>
  before && Object.entries(now).every(([key, value]) => Object.is(Reflect.get(before, key), value)) ? before : now
