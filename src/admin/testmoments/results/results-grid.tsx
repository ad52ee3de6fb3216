import {
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { presenceStatusTexts } from '#domain/presence/presence.texts.ts'
import type { ResultStudent } from '#domain/results/result.schema.ts'
import { registerLabel } from '#domain/users/names.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CellLook } from './cells.ts'
import { intentOf } from './keys.ts'
import styles from './results.module.css'
import { gridTexts as texts } from './results.texts.ts'
import type { Sheet } from './sheet.ts'

export interface GridModule {
  id: number
  name: string
}

interface Grid {
  sheet: Sheet
  isReadOnly: boolean
  /** what became of a paste, an undo and the like, to be said */
  onDone: (sentence: string) => void
  /** somebody works in it: the field of the next active cell takes the focus */
  isIn: RefObject<boolean>
}

const GridContext = createContext<Grid | null>(null)
const useGrid = (): Grid => {
  const grid = use(GridContext)
  if (!grid) throw new Error('Only within a ResultsGrid')
  return grid
}

interface ResultsGridProps extends Omit<Grid, 'isIn'> {
  label: string
  modules: readonly GridModule[]
  /** in the order of a register */
  students: readonly ResultStudent[]
  /** those who are shown */
  shown: ReadonlySet<number>
}

/**
 * Students by modules, as a spreadsheet: the active cell has a field in it, which has the focus; the others are text. Rows
 * out of sight are left out of the layout by the style sheet, and those that are not shown are there all the same: both
 * cost less than making them anew.
 */
export const ResultsGrid = memo(function ResultsGrid(props: ResultsGridProps) {
  const { label, modules, students, shown, sheet, isReadOnly, onDone } = props
  const isIn = useRef(false)
  // Another one would have every cell drawn anew.
  const grid = useMemo(() => ({ sheet, isReadOnly, onDone, isIn }), [sheet, isReadOnly, onDone])
  const press = (event: MouseEvent<HTMLElement>) => {
    const id = idAt(event)
    if (id === null || event.button !== 0 || !(event.target instanceof HTMLElement)) return
    // The field's own caret, and the buttons of a choice.
    if (event.target.closest('input, button')) return
    event.preventDefault()
    isIn.current = true
    sheet.selectId(id, event.shiftKey)
    // Where it was the active one already.
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
        style={{ ['--modules' as string]: modules.length }}
      >
        <thead role={roles.group}>
          <tr role={roles.row} className={styles.headers}>
            <th role={roles.header} scope="col" className={styles.header}>
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
          {students.map((student) => (
            <StudentRow key={student.id} student={student} modules={modules} isHidden={!shown.has(student.id)} />
          ))}
        </tbody>
      </table>
    </GridContext>
  )
})

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
    <th role={roles.header} scope="col" className={styles.header}>
      {name}
      {counts &&
        texts.counts(counts).map((count) => (
          <span key={count} className={styles.count}>
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
  return (
    <tr role={roles.row} className={styles.row} hidden={isHidden}>
      <th role={roles.student} scope="row" className={styles.student}>
        {name}
        {student.student_number && <span className={styles.number}>{student.student_number}</span>}
      </th>
      {modules.map((module) => {
        const cell = student.cells.find(({ module_id }) => module_id === module.id)
        return cell ? (
          <ResultCell key={module.id} id={cell.enrollment_id} name={name} module={module.name} />
        ) : (
          <td key={module.id} role={roles.cell} className={styles.none}>
            <span aria-hidden="true">–</span>
            <VisuallyHidden>{texts.notEnrolled(module.name)}</VisuallyHidden>
          </td>
        )
      })}
    </tr>
  )
})

interface ResultCellProps {
  id: number
  name: string
  module: string
}

const ResultCell = memo(function ResultCell({ id, name, module }: ResultCellProps) {
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
      data-cell={id}
      data-state={state}
      data-active={isActive || undefined}
      data-label={module}
    >
      {isActive ? (
        <CellField id={id} look={look} label={texts.cell(name, module)} noteId={noteId} />
      ) : (
        <span className={styles.value}>{look.text}</span>
      )}
      <span id={noteId} className={styles.note}>
        {look.note && (
          <span className={styles.state}>
            {state === 'published' && <Icon name="check" />}
            {look.note}
          </span>
        )}
        {presence && (
          <span className={styles.presence} data-presence={presence}>
            {presenceStatusTexts[presence]}
          </span>
        )}
      </span>
      {theirs && (
        <span className={styles.choice}>
          <Button onClick={() => choose('mine')}>{texts.mine(look.text)}</Button>
          <Button onClick={() => choose('theirs')}>{texts.theirs(theirs.who, theirs.text)}</Button>
        </span>
      )}
    </td>
  )
})

interface CellFieldProps {
  id: number
  look: CellLook
  label: string
  noteId: string
}

/** What is typed stands in here alone until the cell is left. */
function CellField({ id, look, label, noteId }: CellFieldProps) {
  const { sheet, isReadOnly, isIn, onDone } = useGrid()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  useLayoutEffect(() => {
    if (!isIn.current) return
    field.current?.focus()
    field.current?.select()
  }, [isIn])

  const begin = (text: string | null) => {
    setTyped(text)
    setIsEditing(text !== null)
    sheet.edit(text === null ? null : { id, text })
    // As after a step to this cell: the next sign replaces what stands there.
    if (text === null) requestAnimationFrame(() => field.current?.select())
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const intent = intentOf(event, isEditing)
    if (!intent || (isReadOnly && intent.do !== 'move' && intent.do !== 'all')) return
    if (intent.do === 'move') {
      const isTab = event.key === 'Tab'
      // From a cell with a choice it goes to the choice.
      if (isTab && !event.shiftKey && look.theirs) return
      const went = sheet.move(intent.direction, intent.extend)
      if (!went) begin(null)
      if (went || !isTab) event.preventDefault()
      return
    }
    event.preventDefault()
    if (intent.do === 'restore') begin(null)
    if (intent.do === 'edit') begin(look.text)
    if (intent.do === 'clear') sheet.clear()
    if (intent.do === 'all') sheet.selectAll()
    if (intent.do === 'undo' || intent.do === 'redo') onDone(texts.stepped(intent.do, sheet[intent.do]()))
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (isReadOnly || text === '') return
    event.preventDefault()
    begin(null)
    const pasting = sheet.paste(text)
    if (pasting) onDone(texts.pasted(pasting))
  }
  const copy = (event: ClipboardEvent) => {
    if (isEditing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', sheet.copy())
    if (event.type === 'cut' && !isReadOnly) sheet.clear()
  }
  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={label}
      aria-describedby={noteId}
      aria-invalid={look.state === 'faulty' || undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={100}
      readOnly={isReadOnly}
      value={typed ?? look.text}
      onChange={({ target }) => begin(target.value)}
      onKeyDown={press}
      onPaste={paste}
      onCopy={copy}
      onCut={copy}
      onFocus={({ target }) => target.select()}
      // A press on the field that has the focus already is for its caret.
      onMouseDown={({ currentTarget }) => !isReadOnly && document.activeElement === currentTarget && setIsEditing(true)}
      onBlur={() => {
        sheet.commit()
        setTyped(null)
        setIsEditing(false)
      }}
    />
  )
}
