import { createFileRoute } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.ts'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { isAuditResource } from '#domain/audit/audit.texts.ts'
import { AuditScreen } from '#src/admin/audit-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'

export interface AuditSearch {
  /** about one kind of record only */
  resource?: AuditResource
  /** about one of that kind only */
  resource_id?: number
}

export const Route = createFileRoute('/admin/audit')({
  staticData: {
    title: 'Logboek',
    invalidatedBy: ['userCreated', 'userEdited', 'userDeleted'],
    loadFailed: 'Ophalen van het logboek mislukt',
  },
  validateSearch: ({ resource, resource_id }): AuditSearch => ({
    ...(isAuditResource(resource) && { resource }),
    ...(isAuditResource(resource) && Number.isSafeInteger(resource_id) && { resource_id: Number(resource_id) }),
  }),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.call(listAudit, { query: deps }),
  component: Audit,
  pendingComponent: ListSkeleton,
})

function Audit() {
  const { api } = Route.useRouteContext()
  const { resource, resource_id } = Route.useLoaderDeps()
  const first = Route.useLoaderData()
  return (
    <AuditScreen
      key={`${resource} ${resource_id}`}
      api={api}
      resource={resource}
      resourceId={resource_id}
      first={first}
    />
  )
}
