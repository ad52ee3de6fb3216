import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { registerLabel } from '#domain/users/names.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import styles from './students.module.css'

interface ModuleFilterProps {
  counts: { students: number; modules: readonly { id: number; name: string; students: number }[] }
  moduleId: number | null
  onChoose: (id: number | null) => void
}

/** How many there are for what, which narrows the list to them. */
export const ModuleFilter = ({ counts, moduleId, onChoose }: ModuleFilterProps) => (
  <fieldset className={styles.chips}>
    <legend>Module</legend>
    {[{ id: null, name: 'Alle', students: counts.students }, ...counts.modules].map(({ id, name, students }) => (
      <button key={id} type="button" aria-pressed={id === moduleId} onClick={() => onChoose(id)}>
        {name} <span className={styles.figures}>{students.toLocaleString('nl-NL')}</span>
      </button>
    ))}
  </fieldset>
)

/** ms without a key before the list is asked for: it follows the words, not the letters */
const TYPING = 200

/** What is typed stands in here alone: the list is not made anew for each letter. */
export function SearchField({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search className={styles.search}>
      <TextField
        label="Zoek op naam, e-mailadres of studentnummer"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}

interface ListFailureProps {
  list: { shown: unknown; failure: unknown; isLoading: boolean; retry: () => void }
  failed: string
}

/** What stands where the list is not there yet, or could not be had. */
export const ListFailure = ({ list: { shown, failure, isLoading, retry }, failed }: ListFailureProps) =>
  failure !== null ? (
    <Alert>
      <p>{saveFailureText(failure, failed)}</p>
      <Button busy={isLoading} onClick={retry}>
        Opnieuw proberen
      </Button>
    </Alert>
  ) : (
    shown === null && (
      <Card aria-busy="true">
        <Skeleton lines={6} />
      </Card>
    )
  )

export interface Ticks {
  has: (id: number) => boolean
  toggle: (id: number) => void
}

/** Apart from the rows: a tick renews the boxes, and not the hundreds of rows that they stand in. */
export const TicksContext = createContext<Ticks>({ has: () => false, toggle: () => undefined })

interface StudentCellProps {
  /** by which it is ticked */
  id: number
  student: { id: number; username: string; first_name: string; last_name: string }
  /** said of the box besides the name, where a student has several rows */
  detail?: string
  /** before the name */
  children?: ReactNode
}

/** A student's name, that leads to them, with a box to tick. */
export function StudentCell({ id, student, detail = '', children }: StudentCellProps) {
  const { has, toggle } = use(TicksContext)
  const name = registerLabel(student)
  return (
    <span className={styles.student}>
      <label className={styles.box}>
        <input
          type="checkbox"
          checked={has(id)}
          aria-label={`${[name, detail].filter(Boolean).join(', ')} aanvinken`}
          onChange={() => toggle(id)}
        />
      </label>
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
