import { type ReactNode, useId, useState } from 'react'
import { readWrittenDay } from '#domain/calendar/date-input.rules.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'
import { Button } from '#src/ui/button.tsx'
import { Options, SelectField, TextField } from '#src/ui/field.tsx'
import { useFollowed } from '../use-followed.ts'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  /** e.g. 'Het logboek filteren' */
  label: string
  count: number
  onClear: () => void
  /** search form of the list, on one line with the filters */
  search?: ReactNode
  children: ReactNode
  /** fields of the least used filters, behind a button */
  more?: ReactNode
  /** one of the filters in `more` is set */
  hasMore?: boolean
  /** below the fields: a search that one of them needs */
  below?: ReactNode
}

/** Filters of a list, kept in the page's address; on a phone, which has no room for them, behind a button. */
export function FilterBar({ label, count, onClear, search, children, more, hasMore = false, below }: FilterBarProps) {
  const [showsMore, setShowsMore] = useState(hasMore)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.line}>
      {search}
      <search className={styles.bar} aria-label={label} data-open={isOpen}>
        <div className={styles.toggle}>
          <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
            {count === 0 ? 'Filters' : `Filters (${count})`}
          </Button>
        </div>
        <div id={id} className={styles.fields} data-layout="grid 3 start">
          {children}
          {(isOpen || showsMore) && more}
          {more && (
            <div className={styles.more}>
              <Button aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
                {showsMore ? 'Minder filters' : 'Meer filters'}
              </Button>
            </div>
          )}
          {count > 0 && (
            <Button tone="quiet" icon="cross" onClick={onClear}>
              Filters wissen
            </Button>
          )}
        </div>
        {below}
      </search>
    </div>
  )
}

interface DayFilterProps {
  label: string
  day: string | undefined
  /** full name of the filter, where its label is too short */
  title?: string
  /** error for text that is not a day, and for a day that may not be chosen */
  noDay: string
  may?: (day: string) => boolean
  /** why this day can have no results */
  problem?: string | undefined
  onChoose: (day: string | undefined) => void
}

/** A day as people write it; it filters the list when the field is left or Enter is pressed. */
export function DayFilter({ label, day, title, noDay, may = () => true, problem, onChoose }: DayFilterProps) {
  const shown = day === undefined ? '' : dateLabel(day, 'any-time')
  const [typed, setTyped] = useState(shown)
  const [isWrong, setIsWrong] = useState(false)
  const [followed, setFollowed] = useState(day)
  // A new field for each day (by `key`) would lose the focus.
  if (day !== followed) {
    setFollowed(day)
    setTyped(shown)
    setIsWrong(false)
  }
  const settle = () => {
    const read = readWrittenDay(typed)
    if (typed.trim() === '') {
      if (day !== undefined) onChoose(undefined)
    } else if (read === null || !may(read)) setIsWrong(true)
    else if (read === day) setTyped(shown)
    else onChoose(read)
  }
  return (
    <TextField
      label={label}
      placeholder="dd-mm-jjjj"
      title={title}
      value={typed}
      error={isWrong ? noDay : problem}
      onChange={({ target }) => {
        setTyped(target.value)
        setIsWrong(false)
      }}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}

interface FilterTickProps {
  label: string
  /** state in the page's address */
  checked: boolean
  onChange: (checked: boolean) => Promise<void>
}

/** Checkbox of a filter that is on or off: 'Gearchiveerde tonen'. */
export function FilterTick({ label, checked, onChange }: FilterTickProps) {
  const [isOn, choose] = useFollowed(checked, onChange)
  return (
    <label data-layout="inline 3 target self-start">
      <input type="checkbox" checked={isOn} onChange={({ target }) => choose(target.checked)} />
      <span>{label}</span>
    </label>
  )
}

interface ClassGroupFilterProps {
  chosen: string | undefined
  classGroups: readonly string[]
  onChoose: (classGroup: string) => void
}

/** Filter by class group, hidden if there are none. Also offers one in the address that no longer exists, to be removed. */
export function ClassGroupFilter({ chosen, classGroups, onChoose }: ClassGroupFilterProps) {
  const names = chosen === undefined || classGroups.includes(chosen) ? classGroups : [chosen, ...classGroups]
  if (names.length === 0) return null
  return (
    <SelectField
      label={userFieldTexts.class_group.label}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Alle</option>
      <Options of={names.map((name) => [name, name])} />
    </SelectField>
  )
}
