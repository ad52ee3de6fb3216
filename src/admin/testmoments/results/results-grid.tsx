import { type MouseEvent, memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { presenceStatusTexts } from '#domain/presence/presence.texts.ts'
import type { ResultStudent } from '#domain/results/result.schema.ts'
import { registerLabel } from '#domain/users/names.ts'
import { classGroupLabel } from '#domain/users/user.texts.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { CellField, type Grid, GridContext, useGrid } from './cell-field.tsx'
import { afterPaint } from './drawing.ts'
import styles from './results.module.css'
import { gridTexts as texts } from './results.texts.ts'

export interface GridModule {
  id: number
  name: string
}

interface ResultsGridProps extends Omit<Grid, 'isIn'> {
  label: string
  modules: readonly GridModule[]
  /** in the order of a register */
  students: readonly ResultStudent[]
  /** ids of the students who are shown */
  shown: ReadonlySet<number>
}

/**
 * Students by modules, as a spreadsheet: the active cell has a field in it, which has the focus; the others are text. Rows
 * out of sight are left out of the layout by the style sheet, and those that are not shown are there all the same: both
 * cost less than creating them again.
 */
export const ResultsGrid = memo(function ResultsGrid(props: ResultsGridProps) {
  const { label, modules, students, shown, sheet, isReadOnly, onDone } = props
  const isIn = useRef(false)
  // Another one would render every cell again.
  const grid = useMemo(() => ({ sheet, isReadOnly, onDone, isIn }), [sheet, isReadOnly, onDone])
  const columnsOfRow = useColumnsInPieces(modules, students.length)
  const press = (event: MouseEvent<HTMLElement>) => {
    const id = idAt(event)
    if (id === null || event.button !== 0 || !(event.target instanceof HTMLElement)) return
    // The field's own caret, and the buttons of a choice.
    if (event.target.closest('input, button')) return
    event.preventDefault()
    isIn.current = true
    sheet.selectId(id, event.shiftKey)
    // For a cell that was the active one already.
    event.target.closest('[data-cell]')?.querySelector('input')?.focus()
  }
  const drag = (event: MouseEvent<HTMLElement>) => {
    const id = event.buttons === 1 && isIn.current ? idAt(event) : null
    if (id !== null) sheet.selectId(id, true)
  }
  return (
    <GridContext value={grid}>
      <table
        {...{ role: roles.grid, 'aria-multiselectable': true, 'aria-readonly': isReadOnly || undefined }}
        aria-label={label}
        className={styles.grid}
        data-layout="block"
        data-text="figures"
        data-box
        style={{ ['--modules' as string]: modules.length }}
      >
        <thead role={roles.group}>
          <tr role={roles.row} className={styles.headers} data-layout="grid">
            <th role={roles.header} scope="col" className={styles.header} data-text="nowrap" data-pad="2 x3">
              Student
            </th>
            {modules.map((module) => (
              <ModuleHeader key={module.id} {...module} />
            ))}
          </tr>
        </thead>
        <tbody
          role={roles.group}
          onMouseDown={press}
          onMouseOver={drag}
          onFocus={() => {
            isIn.current = true
          }}
          onBlur={({ relatedTarget, currentTarget }) => {
            isIn.current = currentTarget.contains(relatedTarget)
          }}
        >
          {students.map((student, index) => (
            <StudentRow
              key={student.id}
              student={student}
              modules={columnsOfRow(index)}
              isHidden={!shown.has(student.id)}
            />
          ))}
        </tbody>
      </table>
    </GridContext>
  )
})

/** Rows that get other columns in one frame. */
const ROWS_AT_ONCE = 40

interface Piece {
  columns: readonly GridModule[]
  before: readonly GridModule[]
  /** the row from which on they get the new columns, and how many have them */
  start: number
  done: number
}

/** Columns of each row. When columns change, visible rows get them first; the others follow, some after each paint. */
function useColumnsInPieces(columns: readonly GridModule[], rows: number): (row: number) => readonly GridModule[] {
  const [known, setPiece] = useState<Piece>({ columns, before: columns, start: 0, done: rows })
  const piece =
    known.columns === columns
      ? known
      : { columns, before: known.columns, start: firstInSight(rows), done: ROWS_AT_ONCE }
  if (piece !== known) setPiece(piece)
  useEffect(() => {
    let isOver = false
    if (piece.done < rows)
      afterPaint(() => {
        if (!isOver) setPiece({ ...piece, done: piece.done + ROWS_AT_ONCE })
      })
    return () => {
      isOver = true
    }
  }, [piece, rows])
  return (row) => ((row - piece.start + rows) % rows < piece.done ? piece.columns : piece.before)
}

/** Approximately the first visible row, computed without forcing a layout. */
const firstInSight = (rows: number): number =>
  Math.max(0, Math.floor((rows * scrollY) / document.documentElement.scrollHeight) - ROWS_AT_ONCE / 4)

/** Written out, since the rows are laid out as no table is. */
const roles = {
  grid: 'grid',
  group: 'rowgroup',
  row: 'row',
  header: 'columnheader',
  student: 'rowheader',
  cell: 'gridcell',
} as const

function idAt({ target }: MouseEvent): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  return cell ? Number(cell.dataset.cell) : null
}

function ModuleHeader({ id, name }: GridModule) {
  const { sheet } = useGrid()
  const counts = useSyncExternalStore(
    useCallback((listener: () => void) => sheet.subscribe('sheet', listener), [sheet]),
    () => sheet.counts().get(id),
  )
  return (
    <th
      role={roles.header}
      scope="col"
      className={styles.header}
      data-layout="row 0 x3 baseline"
      data-text="breaks"
      data-pad="2 x3"
    >
      <span>{name}</span>
      {counts &&
        texts.counts(counts).map((count) => (
          <span key={count} data-text="small normal muted nowrap">
            {count}
          </span>
        ))}
    </th>
  )
}

interface StudentRowProps {
  student: ResultStudent
  modules: readonly GridModule[]
  isHidden: boolean
}

const StudentRow = memo(function StudentRow({ student, modules, isHidden }: StudentRowProps) {
  const name = registerLabel(student)
  const { student_number, class_group } = student
  const about = [student_number, class_group && classGroupLabel(class_group)].filter(Boolean).join(', ')
  return (
    <tr role={roles.row} className={styles.row} data-layout="grid" hidden={isHidden}>
      <th role={roles.student} scope="row" className={styles.student} data-text="normal" data-pad="1 x3">
        <span translate="no" data-layout="block" data-text="breaks desk-line" title={name}>
          {name}
        </span>
        {about && (
          <span data-layout="block" data-text="small muted breaks desk-line tight" title={about}>
            {about}
          </span>
        )}
      </th>
      {modules.map((module) => {
        const cell = student.cells.find(({ module_id }) => module_id === module.id)
        return cell ? (
          <ResultCell key={module.id} id={cell.enrollment_id} name={name} module={module.name} />
        ) : (
          <td
            key={module.id}
            role={roles.cell}
            className={styles.none}
            data-layout="row 1 x3"
            data-text="normal breaks muted"
            data-pad="1 x3"
          >
            <span aria-hidden="true">–</span>
            <VisuallyHidden>{texts.notEnrolled(module.name)}</VisuallyHidden>
          </td>
        )
      })}
    </tr>
  )
})

const ResultCell = memo(function ResultCell({ id, name, module }: { id: number; name: string; module: string }) {
  const { sheet, isIn } = useGrid()
  const look = useSyncExternalStore(
    useCallback((listener: () => void) => sheet.subscribe(id, listener), [sheet, id]),
    () => sheet.look(id),
  )
  const { state, presence, theirs, isActive, isSelected } = look
  const noteId = `note-${id}`
  const choose = (whose: 'mine' | 'theirs') => {
    isIn.current = true
    sheet.choose(id, whose)
  }
  return (
    <td
      {...{ role: roles.cell, 'aria-selected': isActive || isSelected }}
      className={styles.cell}
      data-layout="row 1 x3"
      data-text="normal breaks"
      data-pad="1 x3"
      data-cell={id}
      data-state={state}
      data-active={isActive || undefined}
      data-label={module}
    >
      {isActive ? (
        <CellField id={id} look={look} label={texts.cell(name, module)} noteId={noteId} />
      ) : (
        <span className={styles.value} data-layout="fixed" data-text="strong">
          {look.text}
        </span>
      )}
      <span id={noteId} data-layout="row 0 x3 stretch" data-text="small muted">
        {look.note && (
          <span className={styles.state} data-layout="inline 1">
            {state === 'published' && <Icon name="check" />}
            <span>{look.note}</span>
          </span>
        )}
        {presence === 'present' && <VisuallyHidden>{presenceStatusTexts[presence]}</VisuallyHidden>}
        {presence && presence !== 'present' && (
          <span className={styles.presence} data-presence={presence}>
            {presenceStatusTexts[presence]}
          </span>
        )}
      </span>
      {theirs && (
        <span data-layout="row 2 stretch full" data-pad="b1">
          <Button onClick={() => choose('mine')}>{texts.mine(look.text)}</Button>
          <Button onClick={() => choose('theirs')}>{texts.theirs(theirs.who, theirs.text)}</Button>
        </span>
      )}
    </td>
  )
})
