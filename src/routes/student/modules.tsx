import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadEnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { fetchRest, ModulesScreen, ModulesSkeleton, readyFor } from '#src/student/modules/modules-screen.tsx'
import { only } from '../-guards.ts'
import { onlyRead } from '../-search.ts'

/** Dialog of the other list: a moment can be opened from both. */
const MomentDialog = lazyRouteComponent(
  () => import('#src/student/testmoments/testmoment-dialog.tsx'),
  'TestmomentDialog',
)

export const Route = createFileRoute('/student/modules')({
  staticData: { title: 'Modules' },
  validateSearch: onlyRead<{ module?: number; moment?: number }>(({ module, moment }) => ({
    ...(isId(module) && { module }),
    ...(isId(moment) && { moment }),
  })),
  beforeLoad: only('student'),
  loader: async ({ context }) => {
    fetchRest()
    const overview = await loadEnrollmentOverview(context)
    await readyFor(overview)
    return overview
  },
  component: Modules,
  pendingComponent: ModulesSkeleton,
})

function Modules() {
  const { user } = Route.useRouteContext()
  const { module, moment } = Route.useSearch()
  return (
    <ModulesScreen
      user={user}
      overview={Route.useLoaderData()}
      openModuleId={module}
      openMomentId={moment}
      MomentDialog={MomentDialog}
    />
  )
}
