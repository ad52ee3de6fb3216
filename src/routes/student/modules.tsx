import { createFileRoute } from '@tanstack/react-router'
import { loadEnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { ModulesScreen, ModulesSkeleton } from '#src/student/modules/modules-screen.tsx'
import { only } from '../-guards.ts'

export interface ModulesSearch {
  /** the module whose dialog is open */
  module?: number
}

export const Route = createFileRoute('/student/modules')({
  staticData: { title: 'Modules' },
  validateSearch: ({ module }): ModulesSearch => (Number.isSafeInteger(module) ? { module: Number(module) } : {}),
  beforeLoad: only('student'),
  loader: ({ context }) => loadEnrollmentOverview(context),
  component: Modules,
  pendingComponent: ModulesSkeleton,
})

function Modules() {
  const { api, user } = Route.useRouteContext()
  return (
    <ModulesScreen api={api} user={user} overview={Route.useLoaderData()} openModuleId={Route.useSearch().module} />
  )
}
