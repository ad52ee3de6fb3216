import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { registerLabel } from '#domain/users/names.ts'
import { Button } from '#src/ui/button.tsx'
import { FootBar } from '../foot-bar.tsx'
import styles from './many.module.css'
import { manyActTexts as texts } from './many.texts.ts'

interface TickContext {
  has: (id: number) => boolean
  /** `isRange`: with all rows of its list since the row toggled last */
  toggle: (id: number, isRange: boolean) => void
}

/** Separate from the rows: selecting one re-renders the checkboxes, not the hundreds of rows around them. */
export const TicksContext = createContext<TickContext>({ has: () => false, toggle: () => undefined })

interface StudentCellProps {
  /** id of the row to select */
  id: number
  student: { id: number; username: string; first_name: string; last_name: string }
  /** addition to the checkbox's label, where a student has several rows */
  detail?: string
  children?: ReactNode
}

/** A student's name as a link to that student, with a checkbox to select the row. */
export function StudentCell({ id, student, detail = '', children }: StudentCellProps) {
  const name = registerLabel(student)
  return (
    <TickedCell id={id} name={[name, detail].filter(Boolean).join(', ')} isPerson>
      {children}
      <span data-layout="grows">
        <Link to="/user/$userId/edit" params={{ userId: String(student.id) }} translate="no" data-text="strong">
          {name}
        </Link>
        <Address>{student.username}</Address>
      </span>
    </TickedCell>
  )
}

export const Address = ({ children }: { children: string }) => (
  <span
    translate="no"
    className={styles.address}
    data-layout="block"
    data-text="small normal muted breaks"
    title={children}
  >
    {children}
  </span>
)

interface TickBoxProps {
  id: number
  /** name of the row's person or thing */
  name: string
}

/** Name in a row, after the checkbox that selects it. */
export const TickedCell = ({
  isPerson = false,
  children,
  ...box
}: TickBoxProps & { isPerson?: boolean; children: ReactNode }) => (
  <span className={styles.ticked} data-layout="row 2 nowrap" data-person={isPerson}>
    <TickBox {...box} />
    {children}
  </span>
)

/** Checkbox that selects a row; with Shift, all rows since the last one. */
export function TickBox({ id, name }: TickBoxProps) {
  const { has, toggle } = use(TicksContext)
  return (
    <label className={styles.box} data-layout="inline target">
      <input
        type="checkbox"
        checked={has(id)}
        aria-label={`${name} aanvinken`}
        onChange={({ nativeEvent }) => toggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}

interface TickAllProps {
  ticks: Pick<Ticks, 'has' | 'tick' | 'clear'>
  /** ids of the rows shown */
  ids: readonly number[]
  /** number of rows, including those that are not loaded */
  found: number
  /** `found` in words */
  counted?: ReactNode
  /** offer to select the rest, shown once all rows shown are selected and there are more */
  children?: ReactNode
}

/** Checkbox that selects all rows shown. */
export function TickAll({ ticks, ids, found, counted, children }: TickAllProps) {
  const ticked = ids.filter(ticks.has).length
  const isEvery = ticked === ids.length
  return (
    <div className={styles.all} data-layout="row 3 between">
      <label className={styles.every} data-layout="inline 3 target">
        <input
          type="checkbox"
          checked={isEvery}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && !isEvery
          }}
          onChange={() => (isEvery ? ticks.clear() : ticks.tick(ids))}
        />
        <span>{ids.length < found ? `De eerste ${ids.length} aanvinken` : 'Allemaal aanvinken'}</span>
      </label>
      {isEvery && ids.length < found && children}
      <div data-layout="apart" data-text="small muted figures">
        {counted}
      </div>
    </div>
  )
}

interface TickBarProps {
  ticks: Pick<Ticks, 'count' | 'clear'>
  /** the selection in words; empty while the list is not loaded */
  ticked: string
  children: ReactNode
}

/** Bar with the actions on selected rows; stays in sight however long the list is. */
export const TickBar = ({ ticks: { count, clear }, ticked, children }: TickBarProps) => (
  <FootBar className={styles.bar} isShown={count > 0} data-layout="row 2 x4" data-box="accent" data-pad="2 x4">
    <p role="status" data-text="small strong figures">
      {count > 0 && ticked}
    </p>
    {count > 0 && (
      <>
        <Button tone="quiet" onClick={clear}>
          {texts.clear}
        </Button>
        <div className={styles.tools} data-layout="row 3 apart">
          {children}
        </div>
      </>
    )}
  </FootBar>
)

/** A selection: some rows by id; or all rows found, except some. */
interface Ticked {
  isAll: boolean
  ids: ReadonlySet<number>
}

const NOTHING: Ticked = { isAll: false, ids: new Set() }

export type Ticks = ReturnType<typeof useTicks>

/** Keeps the selection: some rows by id, also after another search; or all `found` by `filter`, except some. */
export function useTicks(found = 0, filter: object = {}) {
  const [ticked, setTicked] = useState(NOTHING)
  const last = useRef<number>(undefined)
  const filterKey = JSON.stringify(filter)
  const [filtered, setFiltered] = useState(filterKey)
  if (filtered !== filterKey) {
    setFiltered(filterKey)
    // 'All' was selected for the rows of another filter.
    if (ticked.isAll) setTicked(NOTHING)
  }
  return {
    ticked,
    isAll: ticked.isAll && ticked.ids.size === 0,
    count: ticked.isAll ? Math.max(0, found - ticked.ids.size) : ticked.ids.size,
    has: useCallback((id: number) => ticked.ids.has(id) !== ticked.isAll, [ticked]),
    /** `shown`: ids of the list in its current order, for a range from the row toggled last */
    toggle: useCallback((id: number, shown: readonly number[] = []) => {
      const from = last.current
      last.current = id
      setTicked(({ isAll, ids }) => ({ isAll, ids: withRange(ids, { from, to: id, shown }) }))
    }, []),
    tick: (some: readonly number[]) =>
      setTicked(({ isAll, ids }) => ({ isAll: false, ids: new Set([...(isAll ? [] : ids), ...some]) })),
    tickAll: () => setTicked({ isAll: true, ids: new Set() }),
    /** drops ids that may no longer be selected */
    keepOnly: (may: (id: number) => boolean) =>
      setTicked(({ isAll, ids }) => ({ isAll, ids: new Set([...ids].filter(may)) })),
    clear: () => setTicked(NOTHING),
  }
}

/** The selection, in the form in which acts on many take students or users. */
export const groupOf = <Filter,>({ isAll, ids }: Ticked, filter: Filter) =>
  isAll ? { by: 'filter' as const, filter, except: [...ids] } : { by: 'users' as const, user_ids: [...ids] }

interface Range {
  from: number | undefined
  to: number
  shown: readonly number[]
}

/** Toggles `to`, and gives all rows from `from` to `to` the same state; only `to` where `from` is not in the list. */
export function withRange(ids: ReadonlySet<number>, { from, to, shown }: Range): Set<number> {
  const [start, end] = [from === undefined ? -1 : shown.indexOf(from), shown.indexOf(to)]
  const range = start < 0 || end < 0 ? [to] : shown.slice(Math.min(start, end), Math.max(start, end) + 1)
  const now = new Set(ids)
  const isTicking = !ids.has(to)
  for (const id of range) isTicking ? now.add(id) : now.delete(id)
  return now
}
