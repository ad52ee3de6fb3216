import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadEnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { TestmomentsScreen } from '#src/student/testmoments/testmoments-screen.tsx'
import { TestmomentsSkeleton } from '#src/student/testmoments/testmoments-skeleton.tsx'
import { only } from '../-guards.ts'
import { onlyRead } from '../-search.ts'

export const Route = createFileRoute('/student/testmoments')({
  staticData: { title: 'Toetsmomenten', loadFailed: 'Ophalen van toetsmomenten mislukt' },
  validateSearch: onlyRead<{ moment?: number }>(({ moment }) => (isId(moment) ? { moment } : {})),
  beforeLoad: only('student'),
  loader: ({ context }) => loadEnrollmentOverview(context),
  component: Testmoments,
  pendingComponent: TestmomentsSkeleton,
})

function Testmoments() {
  const { user } = Route.useRouteContext()
  return <TestmomentsScreen user={user} overview={Route.useLoaderData()} openMomentId={Route.useSearch().moment} />
}
