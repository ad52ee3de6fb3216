import { Link, useNavigate } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.ts'
import type { ListReply } from '#contract/endpoint.ts'
import type { AuditEntry, AuditResource } from '#domain/audit/audit.schema.ts'
import { auditResourceLabels, isAuditResource } from '#domain/audit/audit.texts.ts'
import { auditActionLabel } from '#domain/audit/audit-fields.texts.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ListPage } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { SelectField } from '#src/ui/field.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import styles from './audit-screen.module.css'

interface AuditScreenProps {
  api: Api
  /** about one kind of record only */
  resource: AuditResource | undefined
  /** about one of that kind only */
  resourceId: number | undefined
  first: ListReply<AuditEntry>
}

/** What teachers did, the latest first. */
export function AuditScreen({ api, resource, resourceId, first }: AuditScreenProps) {
  const notify = useNotify()
  const list = usePagedList({
    api,
    target: listAudit,
    first,
    onFailed: (error) => notify('error', saveFailureText(error, texts.loadFailed)),
  })
  return (
    <ListPage
      intro={texts.intro}
      tools={
        resource && resourceId !== undefined ? (
          <RecordFilter resource={resource} subject={list.entities[0]?.subject} />
        ) : (
          <ResourceFilter value={resource} />
        )
      }
      emptyText={list.entities.length === 0 && texts.nothing}
    >
      <Table
        caption="Logboek"
        rows={list.entities}
        arrived={list.arrived}
        keyOf={({ id }) => id}
        columns={auditColumns}
      />
      <LoadMoreButton list={list}>Meer laden</LoadMoreButton>
    </ListPage>
  )
}

/** What is done to enrollments stands with the student whom they are of. */
const kinds = Object.entries(auditResourceLabels).filter(([resource]) => resource !== 'enrollment')

function ResourceFilter({ value }: { value: AuditResource | undefined }) {
  const navigate = useNavigate()
  const choose = (chosen: string) =>
    navigate({ to: '/admin/audit', search: isAuditResource(chosen) ? { resource: chosen } : {} })
  return (
    <div className={styles.kinds}>
      <SelectField label="Laat zien" value={value ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">Alles</option>
        {kinds.map(([resource, label]) => (
          <option key={resource} value={resource}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

interface RecordFilterProps {
  resource: AuditResource
  /** what the record is called; unknown while nothing was done to it */
  subject: string | undefined
}

/** Which record's log this is, and the way back to all. */
const RecordFilter = ({ resource, subject = '' }: RecordFilterProps) => (
  <div className={styles.record}>
    <h2>
      {auditResourceLabels[resource]} {subject}
    </h2>
    <Link to="/admin/audit">Het hele logboek</Link>
  </div>
)

const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'at',
    label: 'Wanneer',
    cell: ({ at }) => (
      <time dateTime={at} title={instantLabel(at, 'any-time')}>
        {instantLabel(at, Date.now())}
      </time>
    ),
  },
  { key: 'actor', label: 'Wie', cell: ({ actor }) => actor },
  {
    key: 'record',
    label: 'Wat',
    cell: ({ resource, resource_id, subject }) => (
      <Link to="/admin/audit" search={{ resource, resource_id }}>
        {auditResourceLabels[resource]} {subject}
      </Link>
    ),
  },
  { key: 'action', label: 'Handeling', cell: auditActionLabel },
]

const texts = {
  intro: 'Wie wat wanneer heeft gewijzigd. Wat er in een veld stond, wordt niet bewaard.',
  loadFailed: 'Ophalen van het logboek mislukt',
  nothing: 'Er is hier nog niets gewijzigd.',
}
