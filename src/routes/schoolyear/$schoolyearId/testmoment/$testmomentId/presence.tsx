import { createFileRoute } from '@tanstack/react-router'
import { PresenceScreen } from '#src/admin/testmoments/presence/presence-screen.tsx'
import { recordIdOf } from '../../../../-address.ts'
import { only } from '../../../../-guards.ts'

/** Sends no request before the screen is shown: the hall may have no network. */
export const Route = createFileRoute('/schoolyear/$schoolyearId/testmoment/$testmomentId/presence')({
  staticData: {
    title: 'Aanwezigheid',
    loadFailed: 'De presentielijst kan niet worden geopend',
    gone: 'Dit toetsmoment bestaat niet (meer).',
    list: { to: '/admin/testmoments', name: 'Toetsmoment Beheer' },
    worksOffline: true,
  },
  beforeLoad: only('admin'),
  loader: ({ params }) => ({
    schoolyearId: recordIdOf(params.schoolyearId),
    testmomentId: recordIdOf(params.testmomentId),
  }),
  component: Presence,
})

function Presence() {
  const { user } = Route.useRouteContext()
  const { schoolyearId, testmomentId } = Route.useLoaderData()
  return <PresenceScreen key={testmomentId} user={user} schoolyearId={schoolyearId} testmomentId={testmomentId} />
}
