import { createFileRoute } from '@tanstack/react-router'
import { listModules } from '#contract/modules.gen.ts'
import { ModulesScreen } from '#src/admin/modules-screen.tsx'
import { onlyRead } from '../-search.ts'
import { adminScreen } from './-screen.ts'

export const Route = createFileRoute('/admin/modules')({
  staticData: { title: 'Modules' },
  validateSearch: onlyRead<{ archived?: true }>(({ archived }) => (archived === true ? { archived } : {})),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.call(listModules, deps.archived ? { query: { archived: '1' } } : {}),
  component: Modules,
})

function Modules() {
  const { archived = false } = Route.useSearch()
  return <ModulesScreen modules={Route.useLoaderData().entities} showsArchived={archived} />
}
