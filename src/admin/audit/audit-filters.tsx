import { useId, useState } from 'react'
import type { AuditReply } from '#contract/audit.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import {
  auditActionFilterLabels,
  auditResourceLabels,
  DELETED_USERS,
  isAuditActionFilter,
  isAuditResource,
  SCHEDULE,
} from '#domain/audit/audit.texts.ts'
import { readWrittenDay } from '#domain/calendar/date-input.rules.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import type { Api } from '#src/api/api.ts'
import { PersonSearch } from '#src/parts/person-search.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import styles from './audit.module.css'
import { filterLabels, auditScreenTexts as texts } from './audit.texts.ts'
import { isDay } from './audit-filter.ts'

interface AuditFiltersProps {
  api: Api
  /** as in the page's address */
  filter: AuditFilter
  asked: AuditReply['asked']
  onFilter: (filter: AuditFilter) => void
}

/** Filters by actor, subject, action and time; behind a button where a phone has no room for them. */
export function AuditFilters({ api, filter, asked, onFilter }: AuditFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [searching, setSearching] = useState<'actor' | 'subject' | null>(null)
  const id = useId()
  const set = (changes: AuditFilter) => onFilter({ ...filter, ...changes })
  const { actor, resource, resource_id, action, from, until } = filter
  const count = filterLabels(filter, asked).length
  const chooseActor = (value: string) => {
    setSearching(value === SOMEBODY ? 'actor' : null)
    if (value !== SOMEBODY && value !== String(actor))
      set({ actor: value === 'system' || value === 'deleted' ? value : undefined })
  }
  const chooseSubject = (value: string) => {
    setSearching(value === SOMEBODY ? 'subject' : null)
    if (value !== SOMEBODY && value !== RECORD)
      set({ resource: isAuditResource(value) ? value : undefined, resource_id: undefined })
  }
  return (
    <search className={styles.narrowing} aria-label="Het logboek filteren" data-open={isOpen}>
      <div className={styles.toggle}>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {texts.toggle(count)}
        </Button>
      </div>
      <div id={id} className={styles.filters}>
        <SelectField
          label="Wie"
          value={searching === 'actor' ? SOMEBODY : (actor ?? '')}
          onChange={({ target }) => chooseActor(target.value)}
        >
          <option value="">{texts.everybody}</option>
          {typeof actor === 'number' && <option value={actor}>{asked.actor}</option>}
          <option value={SOMEBODY}>{texts.somebody}</option>
          <option value="system">{SCHEDULE}</option>
          <option value="deleted">{DELETED_USERS}</option>
        </SelectField>
        <SelectField
          label="Wat"
          value={searching === 'subject' ? SOMEBODY : resource_id === undefined ? (resource ?? '') : RECORD}
          onChange={({ target }) => chooseSubject(target.value)}
        >
          <option value="">{texts.everything}</option>
          {resource !== undefined && resource_id !== undefined && (
            <option value={RECORD}>
              {auditResourceLabels[resource]} {asked.subject}
            </option>
          )}
          {kinds.map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
          <option value={SOMEBODY}>Eén gebruiker zoeken…</option>
        </SelectField>
        <SelectField
          label="Handeling"
          value={action ?? ''}
          onChange={({ target: { value } }) => set({ action: isAuditActionFilter(value) ? value : undefined })}
        >
          <option value="">{texts.everything}</option>
          {actions.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DayFilter label="Vanaf" day={from} onChoose={(day) => set({ from: day })} />
        <DayFilter
          label="Tot en met"
          day={until}
          problem={from !== undefined && until !== undefined && until < from ? texts.reversed : undefined}
          onChoose={(day) => set({ until: day })}
        />
        {count > 0 && (
          <Button tone="quiet" icon="cross" onClick={() => onFilter({})}>
            {texts.clear}
          </Button>
        )}
      </div>
      {searching && (
        <div className={styles.person}>
          <PersonSearch
            key={searching}
            api={api}
            {...(searching === 'actor' && { type: 'ROLE_ADMIN', words: adminWords })}
            onChoose={(user) => {
              setSearching(null)
              set(searching === 'actor' ? { actor: user.id } : { resource: 'user', resource_id: user.id })
            }}
          />
          <Button tone="quiet" onClick={() => setSearching(null)}>
            Annuleren
          </Button>
        </div>
      )}
    </search>
  )
}

const adminWords = {
  label: 'Zoek een docent op naam of e-mailadres',
  none: 'Geen docent gevonden.',
  found: 'Gevonden docenten',
}

/** Values of selects that are no filter by themselves. */
const SOMEBODY = 'somebody'
const RECORD = 'record'

/** Acts on enrollments are listed under their student. */
const kinds = Object.entries(auditResourceLabels).filter(([resource]) => resource !== 'enrollment')

const dutch = new Intl.Collator('nl')
const actions = Object.entries(auditActionFilterLabels).toSorted(([, one], [, other]) => dutch.compare(one, other))

interface DayFilterProps {
  label: string
  day: string | undefined
  /** why there can be nothing then */
  problem?: string | undefined
  onChoose: (day: string | undefined) => void
}

/** A day as people write it; it narrows the list once it is left or Enter is pressed. */
function DayFilter({ label, day, problem, onChoose }: DayFilterProps) {
  const shown = day === undefined ? '' : dateLabel(day, 'any-time')
  const [typed, setTyped] = useState(shown)
  const [isWrong, setIsWrong] = useState(false)
  const [followed, setFollowed] = useState(day)
  // Not by a new field for each day: the focus that was in it would be lost.
  if (day !== followed) {
    setFollowed(day)
    setTyped(shown)
    setIsWrong(false)
  }
  const settle = () => {
    const read = readWrittenDay(typed)
    if (typed.trim() === '') {
      if (day !== undefined) onChoose(undefined)
    } else if (!isDay(read)) setIsWrong(true)
    else if (read === day) setTyped(shown)
    else onChoose(read)
  }
  return (
    <TextField
      label={label}
      placeholder="dd-mm-jjjj"
      autoComplete="off"
      value={typed}
      error={isWrong ? texts.noDay : problem}
      onChange={({ target }) => {
        setTyped(target.value)
        setIsWrong(false)
      }}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
