import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useMemo, useRef } from 'react'
import { dotted } from '#domain/entities/dotted.ts'
import type { GradebookCell, GradebookModule, GradebookRow } from '#domain/results/gradebook.schema.ts'
import { completedText } from '#domain/results/gradebook.texts.ts'
import { registerLabel } from '#domain/users/names.ts'
import { classGroupLabel } from '#domain/users/user.texts.ts'
import type { ListRows } from '#src/parts/list-page/list-page.tsx'
import wide from '#src/parts/wide-grid.module.css'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './gradebook.module.css'
import { cellTexts, gradebookTexts as texts } from './gradebook.texts.ts'

interface GradebookGridProps {
  schoolyearId: number
  modules: readonly GradebookModule[]
  list: ListRows<GradebookRow>
}

/** Role of the table; its parts then have the roles of a grid. */
const GRID = 'grid'

/**
 * Students by modules, with one tab stop: arrow keys move between links, of which there may be thousands. So they are plain
 * links, which one handler of the table opens in the app; the DOM, not React, tracks the active link.
 */
export function GradebookGrid({ schoolyearId, modules, list }: GradebookGridProps) {
  const router = useRouter()
  const grid = useRef<HTMLTableElement>(null)
  const { entities, arrived, onFocusRow } = list

  const enter = (link: HTMLAnchorElement | null | undefined) => {
    if (!link) return
    for (const entered of grid.current?.querySelectorAll<HTMLElement>('a[tabindex="0"]') ?? []) entered.tabIndex = -1
    link.tabIndex = 0
  }
  // After each render: the active link may be gone.
  useLayoutEffect(() => {
    if (!grid.current?.querySelector('a[tabindex="0"]')) enter(grid.current?.querySelector('a'))
  })
  // The button that asked for these rows may be gone.
  useLayoutEffect(() => {
    if (arrived && document.activeElement === document.body)
      grid.current?.querySelector<HTMLElement>(`tr[data-key="${arrived.id}"] a`)?.focus()
  }, [arrived])

  const onKeyDown = (event: KeyboardEvent) => {
    const link = linkBeside(event)
    if (!link) return
    event.preventDefault()
    link.focus()
  }
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event.target)
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlain) return
    event.preventDefault()
    void router.navigate({ href: link.pathname })
  }
  const onFocus = ({ target }: { target: EventTarget }) => {
    const link = linkOf(target)
    enter(link)
    const id = Number(link?.closest<HTMLElement>('tr')?.dataset.key)
    const row = entities.find((entity) => entity.id === id)
    if (row) onFocusRow?.(row)
  }
  return (
    <div className={`${wide.frame} ${styles.frame}`} data-box>
      <table
        ref={grid}
        {...{ role: GRID, 'aria-readonly': true }}
        aria-label={texts.title}
        className={wide.grid}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={onFocus}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.who} data-text="small" data-pad="1 x3">
              {texts.student}
            </th>
            {modules.map(({ id, name }) => (
              <th key={id} scope="col" className={styles.module} data-text="small breaks" data-pad="1 x2">
                <span data-text="two-lines" title={name}>
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entities.map((student) => (
            <Row key={student.id} schoolyearId={schoolyearId} student={student} modules={modules} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const linkOf = (target: EventTarget): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null

interface RowProps {
  schoolyearId: number
  student: GradebookRow
  modules: readonly GradebookModule[]
}

const Row = memo(({ schoolyearId, student, modules }: RowProps) => {
  const cells = useMemo(() => new Map(student.cells.map((cell) => [cell.module_id, cell])), [student])
  const { student_number, class_group, education_department_name } = student
  const label = registerLabel(student)
  // Six lines of an address would hide the others.
  const hasName = label !== student.username
  const about = dotted([student_number, class_group && classGroupLabel(class_group), education_department_name])
  return (
    <tr data-key={student.id}>
      <th scope="row" className={styles.who} data-text="normal" data-pad="1 x3">
        <a
          href={`/user/${student.id}/edit`}
          tabIndex={-1}
          translate="no"
          data-layout="block"
          data-text={hasName ? 'breaks desk-line' : 'one-line'}
          title={label}
        >
          {label}
        </a>
        {about && (
          <span data-layout="block" data-text="small muted one-line" title={about}>
            {about}
          </span>
        )}
      </th>
      {modules.map(({ id }) => (
        <Cell key={id} schoolyearId={schoolyearId} cell={cells.get(id)} />
      ))}
    </tr>
  )
})

/** The best result, as a link to the results of its moment; with a note if the module's completion does not follow from it. */
function Cell({ schoolyearId, cell }: { schoolyearId: number; cell: GradebookCell | undefined }) {
  const { best, testmoment_id, tries, completed } = cell ?? {
    best: null,
    testmoment_id: null,
    tries: 0,
    completed: false,
  }
  const isPassed = best?.outcome === 'passed'
  const note = completed === isPassed ? null : completed ? completedText : cellTexts.lifted
  return (
    <td className={styles.cell} data-text="figures nowrap" data-pad="1 x2">
      {cell && best && testmoment_id !== null && (
        <a
          href={`/schoolyear/${schoolyearId}/testmoment/${testmoment_id}/results`}
          tabIndex={-1}
          data-layout="inline target"
          data-text={isPassed ? 'ink' : 'danger'}
        >
          <span translate="no">{cellTexts.result(cell)}</span>
          {!isPassed && <VisuallyHidden>{cellTexts.failed}</VisuallyHidden>}
          {tries > 1 && <VisuallyHidden>{cellTexts.triesAloud(tries)}</VisuallyHidden>}
        </a>
      )}
      {tries > 1 && (
        <span aria-hidden="true" data-text="small muted">
          {' '}
          {cellTexts.tries(tries)}
        </span>
      )}
      {note && (
        <span data-layout="block" data-text="small muted">
          {note}
        </span>
      )}
    </td>
  )
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'target'>

/** About as many rows as are visible. */
const ROWS_PER_PAGE = 10

/** Cells of a table from one cell on, in the direction of a key; null for other keys. */
function cellsAhead(key: string, isFar: boolean, cell: HTMLTableCellElement): HTMLTableCellElement[] | null {
  const row = cell.closest('tr')
  const body = row?.closest('tbody')
  if (!row || !body) return null
  const rows = [...body.rows]
  const [at, column] = [rows.indexOf(row), cell.cellIndex]
  const below = (from: number) =>
    rows.slice(Math.min(from, rows.length - 1)).flatMap((each) => each.cells[column] ?? [])
  const above = (from: number) =>
    rows
      .slice(0, Math.max(from, 0) + 1)
      .toReversed()
      .flatMap((each) => each.cells[column] ?? [])
  const beside = [
    ...(key === 'Home' && isFar
      ? (rows[0]?.cells ?? [])
      : key === 'End' && isFar
        ? (rows.at(-1)?.cells ?? [])
        : row.cells),
  ]
  const ahead: Partial<Record<string, HTMLTableCellElement[]>> = {
    ArrowDown: below(at + 1),
    ArrowUp: above(at - 1),
    PageDown: below(at + ROWS_PER_PAGE),
    PageUp: above(at - ROWS_PER_PAGE),
    ArrowRight: beside.slice(column + 1),
    ArrowLeft: beside.slice(0, column).toReversed(),
    Home: beside,
    End: beside.toReversed(),
  }
  return ahead[key] ?? null
}

/**
 * Link that a key moves the focus to, as in a grid (WAI-ARIA): in the next cell in that direction that has one. Null for other
 * keys, and if there is no such link: the browser then scrolls, if it can.
 */
function linkBeside({ key, ctrlKey, metaKey, shiftKey, altKey, target }: Pressed): HTMLAnchorElement | null {
  if (metaKey || shiftKey || altKey) return null
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('th, td') : null
  const cells = cell && cellsAhead(key, ctrlKey, cell)
  const link = cells?.find((each) => each.querySelector('a'))?.querySelector('a')
  return link && link !== target ? link : null
}
