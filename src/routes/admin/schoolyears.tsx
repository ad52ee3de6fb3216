import { createFileRoute } from '@tanstack/react-router'
import { loadSchoolyears } from '#src/admin/schoolyears/load-schoolyears.ts'
import { SchoolyearsScreen } from '#src/admin/schoolyears/schoolyears-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/admin/schoolyears')({
  staticData: { title: 'Schooljaren', loadFailed: 'Ophalen van schooljaren mislukt' },
  beforeLoad: only('admin'),
  loader: ({ context }) => loadSchoolyears(context.api),
  component: Schoolyears,
  pendingComponent: ListSkeleton,
})

function Schoolyears() {
  const { api } = Route.useRouteContext()
  return <SchoolyearsScreen api={api} first={Route.useLoaderData()} />
}
