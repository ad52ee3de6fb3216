import { createFileRoute } from '@tanstack/react-router'
import { listModules } from '#contract/modules.ts'
import { ModulesScreen } from '#src/admin/modules-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/admin/modules')({
  staticData: { title: 'Modules' },
  beforeLoad: only('admin'),
  loader: ({ context }) => context.api.call(listModules),
  component: Modules,
  pendingComponent: ListSkeleton,
})

function Modules() {
  const { api } = Route.useRouteContext()
  return <ModulesScreen api={api} modules={Route.useLoaderData().entities} />
}
