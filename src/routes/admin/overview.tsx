import { createFileRoute } from '@tanstack/react-router'
import { loadOverview } from '#src/admin/overview/load-overview.ts'
import { OverviewScreen, OverviewSkeleton } from '#src/admin/overview/overview-screen.tsx'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/admin/overview')({
  staticData: {
    title: 'Overzicht',
    invalidatedBy: ['enrollmentsChanged', 'seatsChanged', 'userCreated', 'userEdited', 'userDeleted'],
  },
  beforeLoad: only('admin'),
  loader: ({ context }) => loadOverview(context.api),
  component: Overview,
  pendingComponent: OverviewSkeleton,
})

function Overview() {
  return <OverviewScreen overview={Route.useLoaderData()} />
}
