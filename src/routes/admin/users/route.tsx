import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { UsersScreen } from '#src/admin/users/users-screen.tsx'
import { searchedFor } from '../../-address.ts'
import { only } from '../../-guards.ts'

/** The search stays while what it finds is fetched: a form that went would take the focus along. */
export const Route = createFileRoute('/admin/users')({
  validateSearch: searchedFor,
  beforeLoad: only('admin'),
  component: Users,
})

function Users() {
  const { search = '' } = Route.useSearch()
  const found = useMatch({ from: '/admin/users/', shouldThrow: false })?.loaderData
  return (
    <UsersScreen search={search} found={found}>
      <Outlet />
    </UsersScreen>
  )
}
