import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditReply } from '#contract/audit.calls.ts'
import { exportAudit } from '#contract/audit.gen.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import {
  auditActionFilterLabels,
  auditResourceLabels,
  DELETED_USERS,
  isAuditActionFilter,
  isAuditResource,
  SCHEDULE,
} from '#domain/audit/audit.texts.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { DayFilter, FilterBar } from '#src/parts/list-page/filter-bar.tsx'
import { ListPage } from '#src/parts/list-page/list-page.tsx'
import { adminWords } from '#src/parts/person-search.texts.ts'
import { PersonSearch } from '#src/parts/person-search.tsx'
import { useFollowed } from '#src/parts/use-followed.ts'
import { Button } from '#src/ui/button.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { type FilterName, filterLabels, recordLabel, auditScreenTexts as texts } from './audit.texts.ts'
import { isDay, tidyFilter } from './audit-filter.ts'
import { AuditList } from './audit-list.tsx'

export function AuditScreen({ filter, first }: { filter: AuditFilter; first: AuditReply }) {
  const navigate = useNavigate()
  const narrow = (wanted: AuditFilter) =>
    navigate({ to: '/admin/audit', search: tidyFilter(wanted), resetScroll: false })
  const without = (name: FilterName) => {
    const { [name]: _, ...others } = filter
    void narrow(name === 'resource_id' ? { ...others, resource: undefined } : others)
  }
  const heading = headingOf(filter, first)
  const filters = (
    <div data-layout="grid 2" data-room="wide">
      {heading && (
        <div data-layout="row 2 x5 baseline" data-text="breaks">
          <h2>{heading}</h2>
          <Link to="/admin/audit">{texts.wholeLog}</Link>
        </div>
      )}
      <AuditFilters filter={filter} asked={first.asked} onFilter={narrow} />
    </div>
  )
  return (
    <ListPage tools={filters}>
      <AuditList key={JSON.stringify(filter)} filter={filter} first={first} onWithout={without}>
        <DownloadButton
          target={exportAudit}
          link={first._links.export}
          failed={texts.exportFailed}
          refusals={texts.refusals}
        >
          {texts.export}
        </DownloadButton>
      </AuditList>
      <p data-text="small muted" data-width="44">
        {texts.intro}
      </p>
    </ListPage>
  )
}

/** Heading for the log of one record or of one import; null for the whole log. */
function headingOf({ resource, resource_id, import_id, lines }: AuditFilter, { asked }: AuditReply): string | null {
  if (lines !== undefined) return texts.parts
  if (import_id !== undefined) return recordLabel('import', asked.import)
  return resource !== undefined && resource_id !== undefined ? recordLabel(resource, asked.subject) : null
}

interface AuditFiltersProps {
  filter: AuditFilter
  asked: AuditReply['asked']
  onFilter: (filter: AuditFilter) => Promise<void>
}

function AuditFilters({ filter: addressed, asked, onFilter }: AuditFiltersProps) {
  const [filter, narrow] = useFollowed(addressed, onFilter)
  const [searching, setSearching] = useState<'actor' | 'subject' | null>(null)
  const set = (changes: AuditFilter) => narrow({ ...filter, ...changes })
  const { actor, resource, resource_id, action, from, until } = filter
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
    <FilterBar
      label={texts.filters}
      count={filterLabels(filter, asked).length}
      onClear={() => narrow({})}
      below={
        searching && (
          <div data-layout="row 3 start" data-above="3">
            <PersonSearch
              key={searching}
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
        )
      }
    >
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
          <option value={RECORD}>{`${auditResourceLabels[resource]} ${asked.subject}`}</option>
        )}
        <Options of={kinds} />
        <option value={SOMEBODY}>{texts.searchOne}</option>
      </SelectField>
      <SelectField
        label="Handeling"
        value={action ?? ''}
        onChange={({ target: { value } }) => set({ action: isAuditActionFilter(value) ? value : undefined })}
      >
        <option value="">{texts.everything}</option>
        <Options of={actions} />
      </SelectField>
      <DayFilter label="Vanaf" day={from} {...logged} onChoose={(day) => set({ from: day })} />
      <DayFilter
        label="Tot en met"
        day={until}
        {...logged}
        problem={from !== undefined && until !== undefined && until < from ? texts.reversed : undefined}
        onChoose={(day) => set({ until: day })}
      />
    </FilterBar>
  )
}

const logged = { noDay: texts.noDay, may: isDay }

/** Values of selects that are not filters themselves. */
const SOMEBODY = 'somebody'
const RECORD = 'record'

/** Leaves enrollments out: acts on these are listed under their student. */
const kinds = Object.entries(auditResourceLabels).filter(([resource]) => resource !== 'enrollment')

const dutch = new Intl.Collator('nl')
const actions = Object.entries(auditActionFilterLabels).toSorted(([, one], [, other]) => dutch.compare(one, other))
