import { useState } from 'react'
import { readWrittenDay } from '#domain/calendar/date-input.rules.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { countFilters, readUserFilter } from './user-filter.ts'
import styles from './users.module.css'
import { filterTexts as texts } from './users.texts.ts'

interface UserFiltersProps {
  /** as in the page's address */
  filter: UserFilter
  departments: readonly EducationDepartment[]
  onFilter: (filter: UserFilter) => void
}

/** What the list is narrowed to; behind a button where a phone has no room for it. */
export function UserFilters({ filter, departments, onFilter }: UserFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const count = countFilters(filter)
  const { search, ...others } = filter
  const set = (changes: Record<string, unknown>) =>
    onFilter({ ...(search !== undefined && { search }), ...readUserFilter({ ...others, ...changes }) })
  return (
    <section className={styles.narrowing} aria-label="Filters" data-open={isOpen}>
      <div className={styles.toggle}>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {texts.toggle(count)}
        </Button>
      </div>
      <div className={styles.filters}>
        <SelectField label="Type" value={filter.type ?? ''} onChange={({ target }) => set({ type: target.value })}>
          <option value="">{texts.all}</option>
          {Object.entries(roleTexts).map(([role, { label }]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
          <option value="none">Geen</option>
        </SelectField>
        <SelectField
          label="Studierichting"
          value={filter.department ?? ''}
          onChange={({ target: { value } }) => set({ department: value === 'none' ? value : Number(value) })}
        >
          <option value="">{texts.all}</option>
          {departments.map(({ id, name, archived }) => (
            <option key={id} value={id}>
              {archived ? `${name} (gearchiveerd)` : name}
            </option>
          ))}
          <option value="none">Geen</option>
        </SelectField>
        <SelectField
          label="Account"
          value={filter.letter ?? filter.activated ?? ''}
          onChange={({ target: { value } }) => set({ activated: value, letter: value })}
        >
          <option value="">{texts.all}</option>
          {Object.entries(texts.account).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Inschrijvingen"
          value={filter.enrolled ?? ''}
          onChange={({ target }) => set({ enrolled: target.value })}
        >
          <option value="">{texts.all}</option>
          <option value="not-this-year">Dit schooljaar niet ingeschreven</option>
          <option value="never">Nooit ingeschreven</option>
        </SelectField>
        <LoginBefore
          key={filter.login_before}
          day={filter.login_before}
          onChoose={(day) => set({ login_before: day })}
        />
        {count > 0 && (
          <Button tone="quiet" icon="cross" onClick={() => onFilter(search === undefined ? {} : { search })}>
            Filters wissen
          </Button>
        )}
      </div>
    </section>
  )
}

interface LoginBeforeProps {
  day: string | undefined
  onChoose: (day: string | undefined) => void
}

/** A day as people write it; it narrows the list once it is left or Enter is pressed. */
function LoginBefore({ day, onChoose }: LoginBeforeProps) {
  const shown = day === undefined ? '' : dateLabel(day, 'any-time')
  const [typed, setTyped] = useState(shown)
  const [isWrong, setIsWrong] = useState(false)
  const settle = () => {
    const read = readWrittenDay(typed)
    if (typed.trim() === '') {
      if (day !== undefined) onChoose(undefined)
    } else if (read === null) setIsWrong(true)
    else if (read === day) setTyped(shown)
    else onChoose(read)
  }
  return (
    <TextField
      label="Ingelogd vóór"
      placeholder="dd-mm-jjjj"
      autoComplete="off"
      title={texts.loginBefore}
      value={typed}
      error={isWrong ? texts.noDay : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        setIsWrong(false)
      }}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
