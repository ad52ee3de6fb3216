import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { loadSchoolLogins } from '#src/admin/users/load-users.ts'
import { UsersScreen } from '#src/admin/users/users-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { searchedFor } from '../../-address.ts'
import { only } from '../../-guards.ts'

/** The search stays while what it finds is fetched: a form that went would take the focus along. */
export const Route = createFileRoute('/admin/users')({
  validateSearch: searchedFor,
  beforeLoad: only('admin'),
  // Each search stays on this screen, and changes nothing of these.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: ({ context }) => loadSchoolLogins(context.api),
  component: Users,
  pendingComponent: ListSkeleton,
})

function Users() {
  const { api } = Route.useRouteContext()
  const { search = '' } = Route.useSearch()
  const found = useMatch({ from: '/admin/users/', shouldThrow: false })?.loaderData
  return (
    <UsersScreen api={api} logins={Route.useLoaderData()} search={search} found={found}>
      <Outlet />
    </UsersScreen>
  )
}
