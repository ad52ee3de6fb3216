import { createFileRoute } from '@tanstack/react-router'
import { listModules } from '#contract/modules.gen.ts'
import { ModulesScreen } from '#src/admin/modules-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'
import { onlyRead } from '../-search.ts'

export const Route = createFileRoute('/admin/modules')({
  staticData: { title: 'Modules' },
  validateSearch: onlyRead<{ archived?: true }>(({ archived }) => (archived === true ? { archived } : {})),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.call(listModules, deps.archived ? { query: { archived: '1' } } : {}),
  component: Modules,
  pendingComponent: ListSkeleton,
})

function Modules() {
  const { archived = false } = Route.useSearch()
  return <ModulesScreen modules={Route.useLoaderData().entities} showsArchived={archived} />
}
