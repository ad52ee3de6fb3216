import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import { type PasteFault, type PlacedResults, placingResults } from '#domain/import/pasted-results.rules.ts'
import type { ResultCell, ResultStudent } from '#domain/results/result.schema.ts'
import {
  type Cell,
  cellOf,
  chosen,
  countModules,
  editOf,
  informed,
  isFaulty,
  type KeptCell,
  keptOf,
  type ModuleCounts,
  restored,
  seenIn,
  settled,
  shownText,
  textOf,
  withText,
} from './cells.ts'
import { createDrawing, finishInPieces, sameIfEqual } from './drawing.ts'
import {
  at,
  type Direction,
  firstPlace,
  type Layout,
  moved,
  type Place,
  readSingleCell,
  type Selection,
  selectedRows,
  writeClipboard,
} from './keys.ts'
import { createSaver, type Saving } from './saver.ts'

interface SheetDeps extends Pick<Parameters<typeof createSaver>[0], 'save' | 'mayPass'> {
  /** stores all unsaved edits, to survive the tab */
  keep: (edits: readonly KeptCell[]) => void
}

interface Change {
  id: number
  from: string
  to: string
}

/** Text in the field of the active cell, which is not a change yet. */
interface Field {
  id: number
  text: string
  /** value that the user saw when typing began */
  seen: ResultCell
}

/** Outcome of a paste. `faulty` is the number of cells that cannot be read; these are marked. */
export type Pasted =
  | ({ done: true; results: number; faulty: number } & Pick<PlacedResults, 'remarks' | 'unknownColumns'>)
  | { done: false; fault: PasteFault }

const MOST_STEPS = 500

export type Sheet = ReturnType<typeof createSheet>

/**
 * Results of a moment while they are edited. The state is outside React, and each cell is notified of its own changes only: a
 * key renders two of fifteen hundred cells. Edits are saved in the background, in batches, each with its version.
 */
export function createSheet({ save, keep, mayPass }: SheetDeps) {
  const cells = new Map<number, Cell>()
  /** Cells with unsaved text or a conflict; only these need work after a key. */
  const pending = new Map<number, Cell>()
  let students: readonly ResultStudent[] = []
  let modules: readonly ModuleColumn[] = []
  let layout: Layout = []
  /** row of each enrollment */
  const rows = new Map<number, number>()
  let selection: Selection | null = null
  const selected = new Set<number>()
  const done: Change[][] = []
  const undone: Change[][] = []
  let field: Field | null = null

  let counts: ReadonlyMap<number, ModuleCounts> = new Map()
  let saving: Saving = { state: 'saved', problem: null, unsaved: 0, faulty: 0, stale: 0 }
  let isCounted = true

  const activeId = (): number | null => (selection ? at(layout, selection.active) : null)
  const drawing = createDrawing({
    cell: (id) => cells.get(id),
    isActive: (id) => id === activeId(),
    isSelected: (id) => selected.size > 1 && selected.has(id),
    distance: (id) => Math.abs((rows.get(id) ?? 0) - (selection?.active.row ?? 0)),
  })
  const { refresh } = drawing
  /** Totals are counted when they are rendered, after the key that changed them is on the screen. */
  const tally = () => {
    isCounted = false
    drawing.emitSheet()
  }
  const count = () => {
    if (isCounted) return
    isCounted = true
    let [unsaved, faulty, stale] = [0, 0, 0]
    for (const cell of pending.values()) {
      if (cell.isGone) continue
      if (cell.theirs) stale += 1
      else if (isFaulty(cell)) faulty += 1
      else if (editOf(cell)) unsaved += 1
    }
    const failure = saver.failure()
    const state = unsaved === 0 ? 'saved' : failure ? 'failed' : 'saving'
    const problem = failure?.mayPass ? null : (failure?.problem ?? null)
    saving = sameIfEqual(saving, { state, problem, unsaved, faulty, stale })
    const before = counts
    counts = new Map(
      [...countModules(students, (id) => cells.get(id))].map(([id, now]) => [id, sameIfEqual(before.get(id), now)]),
    )
  }
  const put = (changed: readonly Cell[]) => {
    for (const cell of changed) {
      const id = cell.known.enrollment_id
      cells.set(id, cell)
      if (cell.typed !== null || cell.sent || cell.theirs) pending.set(id, cell)
      else pending.delete(id)
    }
    refresh(changed.map(({ known }) => known.enrollment_id))
    keep([...pending.values()].flatMap((cell) => (cell.isGone ? [] : (keptOf(cell) ?? []))))
    tally()
  }

  const saver = createSaver({
    save,
    mayPass,
    unsaved: () => [...pending.values()].flatMap((cell) => editOf(cell) ?? []),
    sending: (edits) =>
      put(
        edits.flatMap((edit) => {
          const cell = cells.get(edit.enrollment_id)
          return cell ? [{ ...cell, sent: edit }] : []
        }),
      ),
    answered: (results) => {
      const changed = results.flatMap((result) => {
        const cell = cells.get(result.enrollment_id)
        return cell ? [settled(cell, result, performance.now())] : []
      })
      // The user, who is typing again by now, has seen their own saved value.
      for (const { known, theirs } of changed)
        if (field?.id === known.enrollment_id && !theirs) field = { ...field, seen: known }
      put(changed)
    },
    refused: (edits) =>
      put(
        edits.flatMap(({ enrollment_id }) => {
          const cell = cells.get(enrollment_id)
          return cell ? [{ ...cell, typed: cell.typed ?? textOf(cell), sent: null }] : []
        }),
      ),
    rested: () => tally(),
  })

  const apply = (changes: readonly Change[], begun: Field | null = null) => {
    saver.typed()
    put(
      changes.flatMap(({ id, to }) => {
        const cell = cells.get(id)
        return cell ? [withText(cell, to, begun?.id === id ? begun.seen : undefined)] : []
      }),
    )
    saver.soon()
  }
  /** Puts texts into cells as one undo step. Discards text that was being typed into one of these cells. */
  const type = (texts: readonly { id: number; text: string }[]) => {
    const begun = field
    field = null
    const changes = texts.flatMap(({ id, text }) => {
      const cell = cells.get(id)
      const from = cell && textOf(cell)
      const to = shownText(text)
      return from === undefined || (from === to && !cell?.theirs) ? [] : [{ id, from, to }]
    })
    if (changes.length === 0) return
    done.push(changes)
    if (done.length > MOST_STEPS) done.shift()
    undone.length = 0
    apply(changes, begun)
  }
  /**
   * Undoes or redoes a step, except cells that somebody else has changed since; returns both counts, or null without a step.
   */
  const step = (from: Change[][], to: Change[][]): { changed: number; kept: number } | null => {
    const changes = from.pop()
    if (!changes) return null
    const back = changes.map((change) => ({ id: change.id, from: change.to, to: change.from })).reverse()
    const own = back.filter((change) => {
      const cell = cells.get(change.id)
      return cell !== undefined && textOf(cell) === change.from
    })
    if (own.length > 0) to.push(own)
    apply(own)
    const first = own.at(-1)
    if (first) select(placeOf(first.id))
    return { changed: own.length, kept: back.length - own.length }
  }

  const moduleOf = (id: number): number | undefined => cells.get(id)?.known.module_id
  const placeOf = (id: number): Place | null => {
    const row = rows.get(id)
    return row === undefined ? null : { row, column: layout[row]?.indexOf(id) ?? 0 }
  }
  const select = (active: Place | null, anchor: Place | null = active) => {
    const before = drawnSelection()
    const previous = activeId()
    selection = active && anchor && { active, anchor }
    selected.clear()
    if (selection) for (const row of selectedRows(layout, selection)) for (const id of row) if (id) selected.add(id)
    const now = drawnSelection()
    const changed = [...before].filter((id) => !now.has(id)).concat([...now].filter((id) => !before.has(id)))
    refresh([...new Set([previous, activeId(), ...changed])].filter((id) => id !== null))
  }
  /** A single cell is shown as active, not as selected. */
  const drawnSelection = (): ReadonlySet<number> => new Set(selected.size > 1 ? selected : [])
  /** Makes the text being typed an undo step. */
  const commit = () => {
    if (field) type([field])
  }

  return {
    subscribe: drawing.subscribe,
    look: drawing.look,
    saving: (): Saving => {
      count()
      return saving
    },
    counts: (): ReadonlyMap<number, ModuleCounts> => {
      count()
      return counts
    },
    hasResult: (id: number): boolean => {
      const cell = cells.get(id)
      return cell !== undefined && textOf(cell) !== ''
    },
    /** Whether the cell must be corrected, or has a conflict. */
    isOpen: (id: number): boolean => ['faulty', 'stale'].includes(drawing.look(id).state),
    /** Takes over the server's values, requested at `askedAt` (`performance.now()`); typed text stays. */
    inform: (now: readonly ResultStudent[], taken: readonly ModuleColumn[], askedAt: number) => {
      students = now
      modules = taken
      const changed = now.flatMap((student) =>
        student.cells.flatMap((news) => {
          const cell = cells.get(news.enrollment_id)
          const next = cell ? informed(cell, news, askedAt) : cellOf(news)
          return next === cell ? [] : [next]
        }),
      )
      put(changed)
    },
    /** Restores cells that an earlier visit of this screen left unsaved. */
    restore: (kept: readonly KeptCell[]) => {
      put(
        kept.flatMap((edit) => {
          const cell = cells.get(edit.enrollment_id)
          return cell ? [restored(cell, edit)] : []
        }),
      )
      void saver.now()
    },
    /** Sets the visible rows, in order. The active cell stays if it is still visible. */
    show: (shown: Layout) => {
      const id = activeId()
      layout = shown
      rows.clear()
      for (const [row, ids] of shown.entries()) for (const id of ids) if (id !== null) rows.set(id, row)
      select((id !== null && placeOf(id)) || firstPlace(layout))
    },
    selectId: (id: number, extend: boolean) => {
      commit()
      const place = placeOf(id)
      if (place) select(place, extend && selection ? selection.anchor : place)
    },
    selectAll: () => {
      const [first, last] = [firstPlace(layout), layout.length - 1]
      if (first) select(first, { row: last, column: (layout[last]?.length ?? 1) - 1 })
    },
    /** Returns whether the active cell changed. */
    move: (direction: Direction, extend: boolean): boolean => {
      commit()
      if (!selection) return false
      const to = moved(layout, selection.active, direction)
      const went = to.row !== selection.active.row || to.column !== selection.active.column
      if (went || !extend) select(to, extend ? selection.anchor : to)
      return went
    },
    /** Sets the text being typed; null discards it. */
    edit: (typed: Pick<Field, 'id' | 'text'> | null) => {
      const cell = typed && cells.get(typed.id)
      field = typed && cell ? { ...typed, seen: field?.id === typed.id ? field.seen : seenIn(cell) } : null
    },
    commit,
    clear: () => type([...selected].map((id) => ({ id, text: '' }))),
    copy: (): string =>
      selection
        ? writeClipboard(
            selectedRows(layout, selection).map((row) =>
              row.map((id) => {
                const cell = id === null ? undefined : cells.get(id)
                return cell ? textOf(cell) : ''
              }),
            ),
          )
        : '',
    /**
     * Pastes. A single copied cell fills the selection. Several cells go to the students whose numbers are copied along,
     * wherever they are; without numbers nothing is pasted, since positions differ between two lists. A full hall is read in
     * pieces, and becomes one undo step.
     */
    paste: async (copied: string): Promise<Pasted | null> => {
      const id = activeId()
      if (id === null) return null
      const single = readSingleCell(copied)
      const filled = [...selected]
      const placing =
        single === null
          ? await finishInPieces(placingResults(copied, { students, modules, moduleId: moduleOf(id) }))
          : null
      if (placing?.placed === false) return { done: false, fault: placing.fault }
      const texts = placing ? placing.texts : filled.map((cell) => ({ id: cell, text: single ?? '' }))
      // Text being typed in another cell stays.
      if (field && !texts.some((text) => text.id === field?.id)) commit()
      type(texts)
      const faulty = texts.filter(({ id }) => isFaulty(cells.get(id))).length
      const { remarks, unknownColumns } = placing ?? { remarks: new Map(), unknownColumns: [] }
      return { done: true, results: texts.length, faulty, remarks, unknownColumns }
    },
    undo: () => step(done, undone),
    redo: () => step(undone, done),
    choose: (id: number, whose: 'mine' | 'theirs') => {
      const cell = cells.get(id)
      if (!cell) return
      put([chosen(cell, whose)])
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
      count()
      return saving.unsaved
    },
  }
}
