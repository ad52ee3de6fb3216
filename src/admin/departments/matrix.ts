import type { ModuleMatrix, ModuleMatrixEdit } from '#domain/departments/department.schema.ts'

export type MatrixModule = ModuleMatrix['modules'][number]
export type MatrixDepartment = ModuleMatrix['departments'][number]

/** Wished states of cells, by their keys. A wish that equals the server's state is not a change. */
export type Wishes = ReadonlyMap<string, boolean>

interface Cell {
  moduleId: number
  departmentId: number
}

const keyOf = ({ moduleId, departmentId }: Cell): string => `${departmentId}:${moduleId}`

/** The matrix from the server, with the unsaved wishes applied. */
export class WishedMatrix {
  readonly modules: readonly MatrixModule[]
  readonly departments: readonly MatrixDepartment[]
  readonly #held: ReadonlyMap<number, ReadonlySet<number>>
  readonly #wishes: Wishes

  constructor({ modules, departments }: Pick<ModuleMatrix, 'modules' | 'departments'>, wishes: Wishes) {
    this.modules = modules
    this.departments = departments
    this.#held = new Map(departments.map(({ id, module_ids }) => [id, new Set(module_ids)]))
    this.#wishes = wishes
  }

  #isHeld({ departmentId, moduleId }: Cell): boolean {
    return this.#held.get(departmentId)?.has(moduleId) ?? false
  }

  isOn(cell: Cell): boolean {
    return this.#wishes.get(keyOf(cell)) ?? this.#isHeld(cell)
  }

  isChanged(cell: Cell): boolean {
    return this.isOn(cell) !== this.#isHeld(cell)
  }

  /** Common state of these cells; null if some are on and some are off. */
  stateOf(cells: readonly Cell[]): boolean | null {
    const on = cells.filter((cell) => this.isOn(cell)).length
    return on === 0 ? false : on === cells.length ? true : null
  }

  /** The wishes after these cells are turned on or off; drops wishes that change nothing. */
  with(cells: readonly Cell[], isOn: boolean): Wishes {
    const wishes = new Map(this.#wishes)
    for (const cell of cells)
      if (this.#isHeld(cell) === isOn) wishes.delete(keyOf(cell))
      else wishes.set(keyOf(cell), isOn)
    return wishes
  }

  row(module: MatrixModule, shown = this.departments): Cell[] {
    return shown.map((department) => ({ moduleId: module.id, departmentId: department.id }))
  }

  column(department: MatrixDepartment): Cell[] {
    return this.modules.map((module) => ({ moduleId: module.id, departmentId: department.id }))
  }

  /** Edit to save, with the versions that it is based on; includes departments that are not shown. */
  edit(): ModuleMatrixEdit {
    const departments = this.departments.flatMap((department) => {
      const changed = this.column(department).filter((cell) => this.isChanged(cell))
      if (changed.length === 0) return []
      const ids = (isOn: boolean) => changed.filter((cell) => this.isOn(cell) === isOn).map(({ moduleId }) => moduleId)
      return [{ id: department.id, version: department.version, added: ids(true), removed: ids(false) }]
    })
    return { departments }
  }
}

/** Number of cells that an edit changes, and of their departments. */
export const sizeOf = ({ departments }: ModuleMatrixEdit) => ({
  changes: departments.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0),
  departments: departments.length,
})

/** A cell of the grid; row 0 and column 0 are the headers, which act on a whole column or row. */
export interface Place {
  row: number
  column: number
}

export type Intent = { do: 'move'; to: Place } | { do: 'row' | 'column' }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** About as many rows as are visible. */
const ROWS_PER_PAGE = 10

/**
 * Meaning of a key at a place, as in a grid (WAI-ARIA) and in a spreadsheet program; null if the box itself handles it. `size`
 * includes the headers. The corner, where both headers meet, is empty.
 */
export function intentOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed,
  from: Place,
  size: { rows: number; columns: number },
): Intent | null {
  if (altKey || metaKey) return null
  if (key === ' ') return ctrlKey ? { do: 'column' } : shiftKey ? { do: 'row' } : null
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const { row, column } = from
  const to: Partial<Record<string, Place>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: Math.max(1, row - ROWS_PER_PAGE), column },
    PageDown: { row: row + ROWS_PER_PAGE, column },
    Home: ctrlKey ? { row: 1, column: 1 } : { row, column: row === 0 ? 1 : 0 },
    End: ctrlKey ? { row: lastRow, column: lastColumn } : { row, column: lastColumn },
  }
  const place = to[key]
  if (!place) return null
  const within = { row: clamp(place.row, lastRow), column: clamp(place.column, lastColumn) }
  return { do: 'move', to: within.row === 0 && within.column === 0 ? from : within }
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most)
