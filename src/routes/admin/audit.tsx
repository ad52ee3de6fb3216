import { createFileRoute } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.ts'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { isAuditResource } from '#domain/audit/audit.texts.ts'
import { AuditScreen } from '#src/admin/audit/audit-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-skeleton.tsx'
import { only } from '../-only.ts'

export interface AuditSearch {
  /** about one kind of record only */
  resource?: AuditResource
}

export const Route = createFileRoute('/admin/audit')({
  staticData: { title: 'Logboek' },
  validateSearch: ({ resource }): AuditSearch => (isAuditResource(resource) ? { resource } : {}),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.call(listAudit, { query: deps }),
  component: Audit,
  pendingComponent: ListSkeleton,
})

function Audit() {
  const { api } = Route.useRouteContext()
  const { resource } = Route.useLoaderDeps()
  return <AuditScreen key={resource} api={api} resource={resource} first={Route.useLoaderData()} />
}
