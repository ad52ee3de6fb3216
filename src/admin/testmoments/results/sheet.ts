import type { ResultCell } from '#domain/results/result.schema.ts'
import { createCellStore } from './cell-store.ts'
import {
  chosen,
  isFaulty,
  type KeptCell,
  type ModuleCounts,
  restored,
  seenIn,
  settled,
  shownText,
  textOf,
  withText,
} from './cells.ts'
import { type Pasted, placePaste, writeClipboard } from './clipboard.ts'
import { createDrawing, sameIfEqual } from './drawing.ts'
import { type Change, createHistory } from './history.ts'
import { createSaver, type Saving, savingOf } from './saver.ts'
import { createSelection, type Direction } from './selection.ts'

interface SheetDeps extends Pick<Parameters<typeof createSaver>[0], 'save' | 'mayPass'> {
  /** stores all unsaved edits, to survive the tab */
  keep: (edits: readonly KeptCell[]) => void
}

/** Text in the field of the active cell, which is not a change yet. */
interface Field {
  id: number
  text: string
  /** value that the user saw when typing began */
  seen: ResultCell
}

export type Sheet = ReturnType<typeof createSheet>

/**
 * Results of a moment while they are edited. The state is outside React, and each cell is notified of its own changes only: a
 * key renders two of fifteen hundred cells. Edits are saved in the background, in batches, each with its version.
 */
export function createSheet({ save, keep, mayPass }: SheetDeps) {
  let field: Field | null = null
  const selection = createSelection((ids) => drawing.refresh(ids))
  const cells = createCellStore((ids) => {
    drawing.refresh(ids)
    keep(cells.kept())
    recount()
  })
  const drawing = createDrawing({ cell: cells.at, ...selection })
  const saver = createSaver({
    save,
    mayPass,
    unsaved: cells.unsaved,
    sending: (edits) => cells.change(edits, (cell, sent) => ({ ...cell, sent })),
    answered: (results) => {
      cells.change(results, (cell, result) => settled(cell, result, performance.now()))
      // The user, who is typing again by now, has seen their own saved value.
      const own = results.some(({ enrollment_id }) => enrollment_id === field?.id) && field && cells.at(field.id)
      if (field && own && !own.theirs) field = { ...field, seen: own.known }
    },
    refused: (edits) => cells.change(edits, (cell) => ({ ...cell, typed: cell.typed ?? textOf(cell), sent: null })),
    rested: () => recount(),
  })
  const { recount, ...totals } = createTotals(cells, saver, drawing.emitSheet)

  const apply = (changes: readonly Change[], begun: Field | null = null) => {
    saver.typed()
    cells.change(changes, (cell, { enrollment_id, to }) =>
      withText(cell, to, begun?.id === enrollment_id ? begun.seen : undefined),
    )
    saver.soon()
  }
  const history = createHistory(cells.textAt, (changes) => {
    apply(changes)
    const first = changes.at(-1)
    if (first) selection.goTo(first.enrollment_id, false)
  })
  /** Puts texts into cells as one undo step. Discards text that was being typed into one of these cells. */
  const type = (texts: readonly { id: number; text: string }[]) => {
    const begun = field
    field = null
    const changes = texts.flatMap(({ id, text }) => {
      const from = cells.textAt(id)
      const to = shownText(text)
      return from === undefined || (from === to && !cells.at(id)?.theirs) ? [] : [{ enrollment_id: id, from, to }]
    })
    if (changes.length === 0) return
    history.add(changes)
    apply(changes, begun)
  }
  /** Makes the text being typed an undo step. */
  const commit = () => {
    if (field) type([field])
  }

  return {
    subscribe: drawing.subscribe,
    look: drawing.look,
    saving: totals.saving,
    counts: totals.counts,
    hasResult: (id: number): boolean => Boolean(cells.textAt(id)),
    /** Whether the cell must be corrected, or has a conflict. */
    isOpen: (id: number): boolean => ['faulty', 'stale'].includes(drawing.look(id).state),
    inform: cells.inform,
    /** Restores cells that an earlier visit of this screen left unsaved. */
    restore: (kept: readonly KeptCell[]) => {
      cells.change(kept, restored)
      void saver.now()
    },
    show: selection.show,
    selectAll: selection.selectAll,
    selectId: (id: number, extend: boolean) => {
      commit()
      selection.goTo(id, extend)
    },
    move: (direction: Direction, extend: boolean): boolean => {
      commit()
      return selection.move(direction, extend)
    },
    /** Sets the text being typed; null discards it. */
    edit: (typed: Pick<Field, 'id' | 'text'> | null) => {
      const cell = typed && cells.at(typed.id)
      field = typed && cell ? { ...typed, seen: field?.id === typed.id ? field.seen : seenIn(cell) } : null
    },
    commit,
    clear: () => type(selection.ids().map((id) => ({ id, text: '' }))),
    copy: (): string =>
      writeClipboard(selection.rows().map((row) => row.map((id) => (id === null ? '' : (cells.textAt(id) ?? ''))))),
    /** Pastes as one undo step. Text being typed in another cell stays. */
    paste: async (copied: string): Promise<Pasted | null> => {
      const id = selection.activeId()
      if (id === null) return null
      const moduleId = cells.at(id)?.known.module_id
      const placed = await placePaste(copied, { ...cells.lists(), moduleId, selected: selection.ids() })
      if (!placed.placed) return { done: false, fault: placed.fault }
      const { texts, remarks, unknownColumns } = placed
      if (field && !texts.some((text) => text.id === field?.id)) commit()
      type(texts)
      const faulty = texts.filter(({ id }) => isFaulty(cells.at(id))).length
      return { done: true, results: texts.length, faulty, remarks, unknownColumns }
    },
    undo: history.undo,
    redo: history.redo,
    choose: (enrollment_id: number, whose: 'mine' | 'theirs') => {
      cells.change([{ enrollment_id }], (cell) => chosen(cell, whose))
      saver.atOnce()
    },
    /** Saves at once; resolves when that is over, whatever the outcome. */
    flush: async () => {
      commit()
      await saver.again()
    },
    /** Called when the user leaves: stops retries, and keeps unsaved edits on the device. Resolves to their number. */
    close: async () => {
      commit()
      await saver.now()
      saver.stop()
      return totals.saving().unsaved
    },
  }
}

/** Totals of the sheet, counted when they are rendered, after the key that changed them is on the screen. */
function createTotals(
  cells: ReturnType<typeof createCellStore>,
  saver: Pick<ReturnType<typeof createSaver>, 'failure'>,
  onChange: () => void,
) {
  let counts: ReadonlyMap<number, ModuleCounts> = new Map()
  let saving: Saving = { state: 'saved', problem: null, unsaved: 0, faulty: 0, stale: 0 }
  let isCounted = true
  const count = () => {
    if (isCounted) return
    isCounted = true
    saving = sameIfEqual(saving, savingOf(cells.countPending(), saver.failure()))
    const before = counts
    counts = new Map([...cells.countModules()].map(([id, now]) => [id, sameIfEqual(before.get(id), now)]))
  }
  return {
    recount: () => {
      isCounted = false
      onChange()
    },
    saving: (): Saving => {
      count()
      return saving
    },
    counts: (): ReadonlyMap<number, ModuleCounts> => {
      count()
      return counts
    },
  }
}
