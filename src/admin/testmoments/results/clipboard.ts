import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import type { Work } from '#domain/import/csv.rules.ts'
import { type PasteFault, type PlacedResults, placingResults } from '#domain/import/pasted-results.rules.ts'
import type { ResultStudent } from '#domain/results/result.schema.ts'
import { afterPaint } from './drawing.ts'

/** Text of a single copied cell, without the line end that spreadsheet programs add; null for several cells. */
export function readSingleCell(copied: string): string | null {
  const text = copied.replace(/(?:\r\n?|\n)$/, '')
  return /[\t\r\n]/.test(text) ? null : text.trim()
}

export const writeClipboard = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.join('\t')).join('\n')

/** Outcome of a paste. `faulty` is the number of cells that cannot be read; these are marked. */
export type Pasted =
  | ({ done: true; results: number; faulty: number } & Pick<PlacedResults, 'remarks' | 'unknownColumns'>)
  | { done: false; fault: PasteFault }

interface PasteTarget {
  students: readonly ResultStudent[]
  modules: readonly ModuleColumn[]
  /** module of the active cell */
  moduleId: number | undefined
  selected: readonly number[]
}

/**
 * Cells that a paste fills. A single copied cell fills the selection. Several cells go to the students whose numbers are copied
 * along, wherever they are; without numbers nothing is pasted, since positions differ between two lists. A full hall is read
 * in pieces.
 */
export async function placePaste(copied: string, { selected, ...lists }: PasteTarget) {
  const text = readSingleCell(copied)
  if (text === null) return finishInPieces(placingResults(copied, lists))
  const texts = selected.map((id) => ({ id, text }))
  return { placed: true as const, texts, remarks: new Map(), unknownColumns: [] }
}

/** Longest time (ms) for which work blocks the page: a quarter of a frame on a usual machine, a frame on a slow one. */
const PIECE_MS = 4

/** Does long work in pieces; between these the page can paint and respond. */
async function finishInPieces<Result>(work: Work<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + PIECE_MS
    let step = work.next()
    while (!step.done && performance.now() < until) step = work.next()
    if (step.done) return step.value
    await new Promise<void>(afterPaint)
  }
}
