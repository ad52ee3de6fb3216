import { type KeyboardEvent, memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import wide from '#src/parts/wide-grid.module.css'
import styles from './matrix.module.css'
import { matrixTexts as texts } from './matrix.texts.ts'
import { intentOf, type MatrixDepartment, type MatrixModule, type Place, type WishedMatrix } from './matrix.ts'

export interface MatrixGridProps {
  matrix: WishedMatrix
  departments: readonly MatrixDepartment[]
  onSet: (cells: readonly { moduleId: number; departmentId: number }[], isOn: boolean) => void
}

/** Role of the table; its parts then have the roles of a grid. */
const GRID = 'grid'

/** Most departments with horizontal names. */
const LIE_FLAT = 10

/** A mixed box turns on: people want all modules more often than none. */
const isWanted = (state: boolean | null): boolean => state !== true

/** The grid's only tab stop. The DOM, not React, tracks it: of three thousand boxes two change, and none is rendered again. */
function useTabStop(grid: RefObject<HTMLTableElement | null>) {
  const active = useRef<Place>({ row: 1, column: 1 })
  const boxAt = ({ row, column }: Place) =>
    grid.current?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`)
  const enter = (place: Place) => {
    for (const box of grid.current?.querySelectorAll<HTMLInputElement>('input[tabindex="0"]') ?? []) box.tabIndex = -1
    const box = boxAt(place) ?? boxAt({ row: 1, column: 1 })
    if (!box) return
    active.current = placeOf(box)
    box.tabIndex = 0
  }
  // After each render: the active box may be gone.
  useLayoutEffect(() => enter(active.current))
  return { enter, focus: () => boxAt(active.current)?.focus() }
}

export function MatrixGrid({ matrix, departments, onSet }: MatrixGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const tabStop = useTabStop(grid)
  const { modules } = matrix
  const size = { rows: modules.length + 1, columns: departments.length + 1 }

  const setRow = (row: number) => {
    const module = modules[row - 1]
    if (!module) return
    const cells = matrix.row(module, departments)
    onSet(cells, isWanted(matrix.stateOf(cells)))
  }
  const setColumn = (column: number) => {
    const department = departments[column - 1]
    if (!department) return
    const cells = matrix.column(department)
    onSet(cells, isWanted(matrix.stateOf(cells)))
  }
  const press = ({ row, column }: Place, isOn: boolean) => {
    const [module, department] = [modules[row - 1], departments[column - 1]]
    if (module && department) onSet([{ moduleId: module.id, departmentId: department.id }], isOn)
    else if (module) setRow(row)
    else setColumn(column)
  }
  const latest = useRef(press)
  latest.current = press
  const onPress = useCallback((place: Place, isOn: boolean) => latest.current(place, isOn), [])

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return
    const place = placeOf(event.target)
    const intent = intentOf(event, place, size)
    if (!intent) return
    event.preventDefault()
    if (intent.do === 'move') {
      tabStop.enter(intent.to)
      tabStop.focus()
    } else if (intent.do === 'row') setRow(place.row)
    else setColumn(place.column)
  }
  return (
    <div className={`${wide.frame} ${styles.frame}`} data-box data-upright={departments.length > LIE_FLAT}>
      <table
        ref={grid}
        role={GRID}
        aria-label={texts.grid}
        aria-rowcount={size.rows}
        aria-colcount={size.columns}
        className={wide.grid}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target instanceof HTMLInputElement && tabStop.enter(placeOf(target))}
      >
        <thead>
          <tr>
            <td className={styles.corner} data-text="small muted" data-pad="2 x3">
              Module
            </td>
            {departments.map((department, index) => (
              <ColumnHead
                key={department.id}
                department={department}
                column={index + 1}
                state={matrix.stateOf(matrix.column(department))}
                onPress={onPress}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((module, index) => {
            const cells = matrix.row(module, departments)
            return (
              <Row
                key={module.id}
                module={module}
                row={index + 1}
                departments={departments}
                cells={cells
                  .map((cell) => (matrix.isOn(cell) ? 'x' : '.') + (matrix.isChanged(cell) ? '*' : ' '))
                  .join('')}
                state={matrix.stateOf(cells)}
                onPress={onPress}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const placeOf = ({ dataset }: HTMLInputElement): Place => ({
  row: Number(dataset.row),
  column: Number(dataset.column),
})

interface HeadProps {
  state: boolean | null
  onPress: (place: Place, isOn: boolean) => void
}

interface ColumnHeadProps extends HeadProps {
  department: MatrixDepartment
  column: number
}

const ColumnHead = memo(({ department, column, ...head }: ColumnHeadProps) => (
  <th
    scope="col"
    className={styles.columnHead}
    data-text="small muted strong ink"
    data-pad="1 x2"
    title={department.name}
  >
    <Box {...head} place={{ row: 0, column }} label={texts.allModulesOf(department.name)}>
      <span className={styles.name}>
        <span>{department.name}</span>
        {department.archived && <span> (gearchiveerd)</span>}
      </span>
    </Box>
  </th>
))

interface RowProps extends HeadProps {
  module: MatrixModule
  row: number
  departments: readonly MatrixDepartment[]
  /** two characters per cell: on or off, and whether that is a change; a string, so that `memo` recognizes an unchanged row */
  cells: string
}

const Row = memo(({ module, row, departments, cells, ...head }: RowProps) => (
  <tr>
    <th scope="row" className={styles.rowHead} data-text="normal" data-pad="1 x3">
      <Box {...head} place={{ row, column: 0 }} label={texts.atAllDepartments(module.name)}>
        <span data-layout="grid shrinks">
          <strong translate="no">{module.name}</strong>
          <span className={styles.description} data-text="small muted one-line" title={module.description}>
            {module.active ? module.description : texts.notInUse}
          </span>
        </span>
      </Box>
    </th>
    {departments.map(({ id, name }, index) => {
      const isChanged = cells[2 * index + 1] === '*'
      return (
        <td key={id} className={styles.cell} data-layout="anchor" data-changed={isChanged}>
          <Box
            state={cells[2 * index] === 'x'}
            place={{ row, column: index + 1 }}
            label={texts.cell(module.name, name, isChanged)}
            onPress={head.onPress}
          />
        </td>
      )
    })}
  </tr>
))

interface BoxProps extends HeadProps {
  place: Place
  label: string
  children?: ReactNode
}

/** The whole cell is clickable. The grid sets `tabindex`, since the cell is not rendered again. */
const Box = ({ state, place, label, onPress, children }: BoxProps) => (
  <label className={styles.box} data-layout="row 3 nowrap target">
    <input
      type="checkbox"
      tabIndex={-1}
      data-row={place.row}
      data-column={place.column}
      aria-label={label}
      checked={state === true}
      ref={(box) => {
        if (box) box.indeterminate = state === null
      }}
      onChange={({ target }) => onPress(place, target.checked)}
    />
    {children}
  </label>
)
