import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import type { ResultEdit, ResultStudent } from '#domain/results/result.schema.ts'
import { type Cell, cellOf, countModules, editOf, informed, isFaulty, type KeptCell, keptOf, textOf } from './cells.ts'

/** The students of a sheet, and their cells. `onChange` gets the cells that differ; only these and unsaved ones need work. */
export function createCellStore(onChange: (ids: readonly number[]) => void) {
  const cells = new Map<number, Cell>()
  /** Cells with unsaved text or a conflict; only these need work after a key. */
  const pending = new Map<number, Cell>()
  let students: readonly ResultStudent[] = []
  let modules: readonly ModuleColumn[] = []

  const at = (id: number) => cells.get(id)
  const put = (changed: readonly Cell[]) => {
    for (const cell of changed) {
      const id = cell.known.enrollment_id
      cells.set(id, cell)
      if (cell.typed !== null || cell.sent || cell.theirs) pending.set(id, cell)
      else pending.delete(id)
    }
    onChange(changed.map(({ known }) => known.enrollment_id))
  }

  return {
    at,
    textAt: (id: number): string | undefined => {
      const cell = cells.get(id)
      return cell && textOf(cell)
    },
    lists: () => ({ students, modules }),
    change: <Item extends { enrollment_id: number }>(
      items: readonly Item[],
      change: (cell: Cell, item: Item) => Cell,
    ) =>
      put(
        items.flatMap((item) => {
          const cell = cells.get(item.enrollment_id)
          return cell ? [change(cell, item)] : []
        }),
      ),
    /** Takes over the server's values, requested at `askedAt` (`performance.now()`); typed text stays. */
    inform: (now: readonly ResultStudent[], taken: readonly ModuleColumn[], askedAt: number) => {
      students = now
      modules = taken
      put(
        now.flatMap((student) =>
          student.cells.flatMap((news) => {
            const cell = cells.get(news.enrollment_id)
            const next = cell ? informed(cell, news, askedAt) : cellOf(news)
            return next === cell ? [] : [next]
          }),
        ),
      )
    },
    unsaved: (): ResultEdit[] => [...pending.values()].flatMap((cell) => editOf(cell) ?? []),
    /** Cells to keep when the tab is closed. */
    kept: (): KeptCell[] => [...pending.values()].flatMap((cell) => (cell.isGone ? [] : (keptOf(cell) ?? []))),
    countPending: () => {
      const counts = { unsaved: 0, faulty: 0, stale: 0 }
      for (const cell of pending.values()) {
        if (cell.isGone) continue
        if (cell.theirs) counts.stale += 1
        else if (isFaulty(cell)) counts.faulty += 1
        else if (editOf(cell)) counts.unsaved += 1
      }
      return counts
    },
    countModules: () => countModules(students, at),
  }
}
