import type { Work } from '#domain/import/csv.rules.ts'
import { type Cell, type CellLook, cellOf, lookOf } from './cells.ts'

/** Cells that are drawn in one frame, also by a slow machine. */
const AT_ONCE = 16

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
  }),
  { isActive: false, isSelected: false },
)

interface DrawingDeps {
  cell: (id: number) => Cell | undefined
  isActive: (id: number) => boolean
  isSelected: (id: number) => boolean
  /** in rows, from where somebody works */
  distance: (id: number) => number
}

/** How each cell looks, and who draws it: each is notified of itself alone, and views of the whole grid by 'sheet'. */
export function createDrawing({ cell: cellBy, isActive, isSelected, distance }: DrawingDeps) {
  const looks = new Map<number, CellLook>()
  const listeners = new Map<number | 'sheet', Set<() => void>>()

  const emit = (key: number | 'sheet') => {
    for (const listener of listeners.get(key) ?? []) listener()
  }
  /** Of a whole column those around the active cell first: the others are out of sight, and follow between frames. */
  const draw = (ids: readonly number[]) => {
    if (ids.length <= AT_ONCE) return ids.forEach(emit)
    const nearest = ids.toSorted((one, other) => distance(one) - distance(other))
    nearest.slice(0, AT_ONCE).forEach(emit)
    afterPaint(() => draw(nearest.slice(AT_ONCE)))
  }

  return {
    emit,
    refresh: (ids: Iterable<number>) => {
      const changed: number[] = []
      for (const id of ids) {
        const cell = cellBy(id)
        if (!cell) continue
        const look = lookOf(cell, { isActive: isActive(id), isSelected: isSelected(id) })
        if (look.theirs === null && sameIfEqual(looks.get(id), look) === looks.get(id)) continue
        looks.set(id, look)
        changed.push(id)
      }
      draw(changed)
    },
    look: (id: number): CellLook => looks.get(id) ?? noLook,
    subscribe: (key: number | 'sheet', listener: () => void) => {
      const some = listeners.get(key) ?? new Set()
      listeners.set(key, some.add(listener))
      return () => void some.delete(listener)
    },
  }
}

/** Once what was drawn just now is on the screen: a press is answered before all of a column is. */
export const afterPaint = (work: () => void): void => {
  if ('requestAnimationFrame' in globalThis) requestAnimationFrame(() => setTimeout(work))
  else setTimeout(work)
}

/** ms that work may hold up the page at a time: a quarter of a frame on a machine as it is meant, a frame on a slow one */
const PIECE_MS = 4

/** Does long work in pieces, between which the page is painted and answers. */
export async function finishInPieces<Result>(work: Work<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + PIECE_MS
    let step = work.next()
    while (!step.done && performance.now() < until) step = work.next()
    if (step.done) return step.value
    await new Promise<void>(afterPaint)
  }
}

/** Equal values cause no new rendering. */
export const sameIfEqual = <Value extends object>(before: Value | undefined, now: Value): Value =>
  before && Object.entries(now).every(([key, value]) => Object.is(Reflect.get(before, key), value)) ? before : now
