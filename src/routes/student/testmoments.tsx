import { createFileRoute } from '@tanstack/react-router'
import { loadEnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { TestmomentsScreen, TestmomentsSkeleton } from '#src/student/testmoments/testmoments-screen.tsx'
import { only } from '../-guards.ts'

export interface TestmomentsSearch {
  /** the test moment whose dialog is open */
  moment?: number
}

export const Route = createFileRoute('/student/testmoments')({
  staticData: { title: 'Toetsmomenten', loadFailed: 'Ophalen van toetsmomenten mislukt' },
  validateSearch: ({ moment }): TestmomentsSearch => (Number.isSafeInteger(moment) ? { moment: Number(moment) } : {}),
  beforeLoad: only('student'),
  loader: ({ context }) => loadEnrollmentOverview(context),
  component: Testmoments,
  pendingComponent: TestmomentsSkeleton,
})

function Testmoments() {
  const { api, user } = Route.useRouteContext()
  return (
    <TestmomentsScreen api={api} user={user} overview={Route.useLoaderData()} openMomentId={Route.useSearch().moment} />
  )
}
