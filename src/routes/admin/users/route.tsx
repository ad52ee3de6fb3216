import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { UsersScreen } from '#src/admin/users/users-screen.tsx'
import { only } from '../../-only.ts'

export interface UsersSearch {
  search?: string
}

/** The search stays while what it finds is fetched: a form that went would take the focus along. */
export const Route = createFileRoute('/admin/users')({
  // a number in the address is what somebody typed as well
  validateSearch: ({ search }): UsersSearch =>
    typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {},
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
