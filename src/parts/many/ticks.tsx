import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { registerLabel } from '#domain/users/names.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './many.module.css'

interface Ticks {
  has: (id: number) => boolean
  /** `isRange`: with all since the last one, where the list knows of those */
  toggle: (id: number, isRange?: boolean) => void
}

/** Apart from the rows: a tick renews the boxes, and not the hundreds of rows that they stand in. */
export const TicksContext = createContext<Ticks>({ has: () => false, toggle: () => undefined })

interface StudentCellProps {
  /** by which it is ticked */
  id: number
  student: { id: number; username: string; first_name: string; last_name: string }
  /** label of the box after the name, where a student has several rows */
  detail?: string
  /** before the name */
  children?: ReactNode
}

/** A student's name, that leads to them, with a box to tick. */
export function StudentCell({ id, student, detail = '', children }: StudentCellProps) {
  const name = registerLabel(student)
  return (
    <span className={styles.student}>
      <TickBox id={id} name={[name, detail].filter(Boolean).join(', ')} />
      {children}
      <span>
        <Link to="/user/$userId/edit" params={{ userId: String(student.id) }} className={styles.name}>
          {name}
        </Link>
        <span className={styles.address}>{student.username}</span>
      </span>
    </span>
  )
}

/** Box that selects a row; `name` is the row's person or thing. */
export function TickBox({ id, name }: { id: number; name: string }) {
  const { has, toggle } = use(TicksContext)
  return (
    <label className={styles.box}>
      <input type="checkbox" checked={has(id)} aria-label={`${name} aanvinken`} onChange={() => toggle(id)} />
    </label>
  )
}

interface TickAllProps {
  has: (id: number) => boolean
  /** those that are shown */
  ids: readonly number[]
  /** how many there are with those that are not loaded */
  found: number
  /** that number, in words */
  counted: string
  onTick: (ids: readonly number[]) => void
  onClear: () => void
  /** offered once those that are shown are ticked, and there are more */
  children?: ReactNode
}

/** Ticks those that are shown. */
export function TickAll({ has, ids, found, counted, onTick, onClear, children }: TickAllProps) {
  const ticked = ids.filter(has).length
  const isEvery = ticked === ids.length
  return (
    <div className={styles.all}>
      <label className={styles.every}>
        <input
          type="checkbox"
          checked={isEvery}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && !isEvery
          }}
          onChange={() => (isEvery ? onClear() : onTick(ids))}
        />
        {ids.length < found ? `De eerste ${ids.length} aanvinken` : 'Allemaal aanvinken'}
      </label>
      {isEvery && ids.length < found && children}
      <span className={styles.figures}>{counted}</span>
    </div>
  )
}

interface TickBarProps {
  /** who is ticked, in words; empty while the list is not there */
  ticked: string
  count: number
  onClear: () => void
  /** what is done to them */
  children: ReactNode
}

/** What is done to those who are ticked; within reach however long the list is. */
export const TickBar = ({ ticked, count, onClear, children }: TickBarProps) => (
  <div className={styles.bar} data-shown={count > 0}>
    <p role="status" className={styles.figures}>
      {count > 0 && ticked}
    </p>
    {count > 0 && (
      <>
        <Button tone="quiet" onClick={onClear}>
          Niets aanvinken
        </Button>
        <div className={styles.tools}>{children}</div>
      </>
    )}
  </div>
)

export function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const now = new Set(ids)
  if (!now.delete(id)) now.add(id)
  return now
}

type Ticked = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> }

const nobody: Ticked = { all: false, ids: new Set() }

/** The selected rows: some by name, also after another search; or all `found` by `filter`, except some. */
export function useTicks<Filter extends object>(found: number, filter: Filter) {
  const [ticked, setTicked] = useState<Ticked>(nobody)
  const asked = JSON.stringify(filter)
  const [filtered, setFiltered] = useState(asked)
  if (filtered !== asked) {
    setFiltered(asked)
    // 'All' was chosen for the rows of another filter.
    if (ticked.all) setTicked(nobody)
  }
  const context = useMemo(
    () => ({
      has: (id: number) => (ticked.all ? !ticked.except.has(id) : ticked.ids.has(id)),
      toggle: (id: number) =>
        setTicked((now) =>
          now.all ? { all: true, except: toggled(now.except, id) } : { all: false, ids: toggled(now.ids, id) },
        ),
    }),
    [ticked],
  )
  const group = ticked.all
    ? { by: 'filter' as const, filter, except: [...ticked.except] }
    : { by: 'users' as const, user_ids: [...ticked.ids] }
  return {
    context,
    group,
    isAll: ticked.all && ticked.except.size === 0,
    count: ticked.all ? Math.max(0, found - ticked.except.size) : ticked.ids.size,
    clear: () => setTicked(nobody),
    tick: (ids: readonly number[]) =>
      setTicked((now) => ({ all: false, ids: new Set([...(now.all ? [] : now.ids), ...ids]) })),
    tickAll: () => setTicked({ all: true, except: new Set() }),
  }
}
