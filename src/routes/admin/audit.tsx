import { createFileRoute } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.gen.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import { readAuditFilter } from '#src/admin/audit/audit-filter.ts'
import { AuditScreen } from '#src/admin/audit/audit-screen.tsx'
import { listFailedTexts } from '../-load-failed.texts.ts'
import { onlyRead } from '../-search.ts'
import { adminScreen } from './-screen.ts'

export const Route = createFileRoute('/admin/audit')({
  staticData: {
    title: 'Logboek',
    invalidatedBy: ['userCreated', 'userEdited', 'userDeleted'],
    loadFailed: listFailedTexts.audit,
  },
  validateSearch: onlyRead<AuditFilter>(readAuditFilter),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.call(listAudit, { query: deps }),
  component: () => <AuditScreen filter={Route.useLoaderDeps()} first={Route.useLoaderData()} />,
})
