import { useNavigate } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.ts'
import type { ListReply } from '#contract/list.ts'
import type { AuditEntry, AuditResource } from '#domain/audit/audit.schema.ts'
import { auditActionLabels, auditResourceLabels } from '#domain/audit/audit.texts.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save-failure.texts.ts'
import { ListPage } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton } from '#src/parts/paged-list/load-more-button.tsx'
import { usePagedList } from '#src/parts/paged-list/use-paged-list.ts'
import { useTell } from '#src/toasts/tell-context.ts'
import { type Column, Table } from '#src/ui/table/table.tsx'
import { ResourceFilter } from './resource-filter.tsx'

interface AuditScreenProps {
  api: Api
  /** about one kind of record only */
  resource: AuditResource | undefined
  first: ListReply<AuditEntry>
}

/** What teachers did, the latest first. */
export function AuditScreen({ api, resource, first }: AuditScreenProps) {
  const tell = useTell()
  const navigate = useNavigate()
  const list = usePagedList({
    api,
    target: listAudit,
    first,
    onFailed: (error) => tell('error', saveFailureText(error, 'Ophalen van het logboek mislukt')),
  })
  return (
    <ListPage
      intro="Wie wat wanneer heeft gewijzigd. Wat er in een veld stond, wordt niet bewaard."
      tools={
        <ResourceFilter
          value={resource}
          onChange={(chosen) => navigate({ to: '/admin/audit', search: chosen ? { resource: chosen } : {} })}
        />
      }
      emptyText={list.entities.length === 0 && 'Er is hier nog niets gewijzigd.'}
    >
      <Table caption="Logboek" rows={list.entities} keyOf={({ id }) => id} columns={columns} />
      <LoadMoreButton list={list}>Meer laden</LoadMoreButton>
    </ListPage>
  )
}

const columns: Column<AuditEntry>[] = [
  { key: 'at', label: 'Wanneer', cell: ({ at }) => <time dateTime={at}>{instantLabel(at)}</time> },
  { key: 'actor', label: 'Wie', cell: ({ actor }) => actor },
  { key: 'record', label: 'Wat', cell: ({ resource, subject }) => `${auditResourceLabels[resource]} ${subject}` },
  {
    key: 'action',
    label: 'Handeling',
    cell: ({ action, fields }) =>
      fields.length === 0 ? auditActionLabels[action] : `${auditActionLabels[action]}: ${fields.join(', ')}`,
  },
]
