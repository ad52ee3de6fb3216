import { listAudit } from '#contract/audit.ts'
import type { ListReply } from '#contract/list.ts'
import type { AuditEntry, AuditResource } from '#domain/audit/audit.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ListPage } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Table } from '#src/ui/table.tsx'
import { auditTexts as texts } from './audit.texts.ts'
import { auditColumns } from './audit-columns.tsx'
import { RecordFilter } from './record-filter.tsx'
import { ResourceFilter } from './resource-filter.tsx'

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
  const tell = useTell()
  const list = usePagedList({
    api,
    target: listAudit,
    first,
    onFailed: (error) => tell('error', saveFailureText(error, texts.loadFailed)),
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
