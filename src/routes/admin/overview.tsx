import { createFileRoute } from '@tanstack/react-router'
import { OverviewScreen } from '#src/admin/overview/overview-screen.tsx'
import { OverviewSkeleton } from '#src/admin/overview/overview-skeleton.tsx'
import { activeSchoolyear } from '#src/parts/schoolyear/active-schoolyear.ts'
import { only } from '../-only.ts'

export const Route = createFileRoute('/admin/overview')({
  staticData: { title: 'Overzicht', hears: ['enrollments', 'users'] },
  beforeLoad: only('admin'),
  loader: ({ context }) => activeSchoolyear(context.api),
  component: Overview,
  pendingComponent: OverviewSkeleton,
})

function Overview() {
  return <OverviewScreen schoolyear={Route.useLoaderData()} />
}
