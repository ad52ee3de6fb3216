import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditReply } from '#contract/audit.calls.ts'
import { listAudit } from '#contract/audit.gen.ts'
import type { AuditEntry, AuditFilter } from '#domain/audit/audit.schema.ts'
import { type AuditChange, auditActionLabel, auditChanges } from '#domain/audit/audit-fields.texts.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { ListTable, LoadMoreButton } from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import type { Column } from '#src/ui/table.tsx'
import styles from './audit.module.css'
import { type FilterName, filterLabels, recordLabel, auditScreenTexts as texts } from './audit.texts.ts'

interface AuditListProps {
  filter: AuditFilter
  first: AuditReply
  onWithout: (name: FilterName) => void
  children: ReactNode
}

export function AuditList({ filter, first, onWithout, children }: AuditListProps) {
  const list = usePagedList({ target: listAudit, first, failed: texts.loadFailed })
  const isEmpty = list.entities.length === 0
  return (
    <>
      {!isEmpty && (
        <TitleTools>
          <div data-layout="row">{children}</div>
        </TitleTools>
      )}
      {isEmpty ? (
        <>
          <Card>
            <NothingFound filters={filterLabels(filter, first.asked)} onWithout={onWithout} />
          </Card>
          <LoadMoreButton list={list}>{texts.searchBack}</LoadMoreButton>
        </>
      ) : (
        <div className={styles.lines}>
          <ListTable list={list} caption="Logboek" columns={auditColumns(filter)} more={texts.more} />
        </div>
      )}
      <p role="status" data-layout="line-high" data-text="small muted figures">
        {!isEmpty && texts.shown(list.entities.length, list.hasMore)}
      </p>
    </>
  )
}

interface NothingFoundProps {
  filters: readonly { name: FilterName; label: string }[]
  onWithout: (name: FilterName) => void
}

/** An empty log of a single record has no filters to remove. */
function NothingFound({ filters, onWithout }: NothingFoundProps) {
  if (filters.every(({ name }) => name === 'resource_id')) return texts.nothing
  return (
    <div data-layout="grid 3">
      <p>{texts.nothingFound}</p>
      <ul data-layout="row 2 stretch">
        {filters.map(({ name, label }) => (
          <li key={name}>
            <Button icon="cross" onClick={() => onWithout(name)}>
              <VisuallyHidden>Zonder </VisuallyHidden>
              <span>{label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Names of actors and subjects link to the log filtered by them. */
const auditColumns = (filter: AuditFilter): Column<AuditEntry>[] => [
  {
    key: 'at',
    label: 'Wanneer',
    cell: ({ at }) => (
      <time
        translate="no"
        className={styles.when}
        data-text="figures"
        dateTime={at}
        title={instantLabel(at, 'any-time')}
      >
        {instantLabel(at, Date.now())}
      </time>
    ),
  },
  {
    key: 'actor',
    label: 'Wie',
    least: [7, 7.5],
    cell: ({ actor, actor_id }) =>
      actor_id === null || filter.actor === actor_id ? (
        <span data-text="breaks">{actor}</span>
      ) : (
        <Link data-text="breaks" to="/admin/audit" search={{ ...filter, actor: actor_id }}>
          {actor}
        </Link>
      ),
  },
  { key: 'record', label: 'Wat', least: [0, 9], cell: (entry) => <Subject entry={entry} filter={filter} /> },
  { key: 'action', label: 'Handeling', least: [0, 6], cell: auditActionLabel },
  { key: 'changes', label: texts.changed, least: [0, 22], cell: (entry) => <Changed entry={entry} /> },
]

function Subject({ entry, filter }: { entry: AuditEntry; filter: AuditFilter }) {
  const { id, resource, resource_id, subject, action, parts, first_id } = entry
  if (parts > 1)
    return (
      <>
        <span>{texts.partsOf(resource, parts)}</span>{' '}
        <Link to="/admin/audit" search={{ ...filter, resource, action, lines: `${first_id}-${id}` }}>
          {texts.details}
          <VisuallyHidden>{texts.ofAct}</VisuallyHidden>
        </Link>
      </>
    )
  const label = recordLabel(resource, subject)
  const isShown = filter.resource === resource && filter.resource_id === resource_id
  if (resource === 'audit' || isShown) return label
  const { import_id, lines, ...others } = filter
  return (
    <>
      <Link to="/admin/audit" search={{ ...others, resource, resource_id }}>
        {label}
      </Link>
      {resource === 'import' && (
        <Link to="/admin/audit" search={{ import_id: resource_id }}>
          Details<VisuallyHidden> van deze import</VisuallyHidden>
        </Link>
      )}
    </>
  )
}

function Changed({ entry }: { entry: AuditEntry }) {
  const changes = auditChanges(entry)
  // The lines of such a group have different changes, shown with each.
  if (entry.parts > 1 || (!entry.about && changes.length === 0)) return null
  return (
    <div data-layout="grid 1">
      {entry.about && <span>{entry.about}</span>}
      {changes.map((change) => (
        <Change key={change.field} {...change} />
      ))}
    </div>
  )
}

/** 'Plaatsen: 80 → 100'; for a list, what was removed and what was added. */
const Change = ({ label, isList, before, after }: AuditChange) => (
  <span>
    <span>{`${label}:`}</span>{' '}
    {(!isList || before) && (
      <del className={styles.before} data-text="muted" data-list={isList}>
        <VisuallyHidden>{isList ? 'eraf ' : 'was '}</VisuallyHidden>
        <span>{before}</span>
      </del>
    )}
    {!isList && <span data-text="arrow" />}
    {isList && before && after && <span> </span>}
    {(!isList || after) && (
      <ins className={styles.after} data-text="strong" data-list={isList}>
        <VisuallyHidden>{isList ? 'erbij ' : ', werd '}</VisuallyHidden>
        <span>{after}</span>
      </ins>
    )}
  </span>
)
