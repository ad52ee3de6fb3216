import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { loadAroundUsers } from '#src/admin/users/load-users.ts'
import { readUserFilter } from '#src/admin/users/user-filter.ts'
import { UsersScreen } from '#src/admin/users/users-screen.tsx'
import { onlyRead } from '../../-search.ts'
import { adminScreen } from '../-screen.ts'

/** Keeps the search form while its results are fetched: removing the form would also remove the focus. */
export const Route = createFileRoute('/admin/users')({
  validateSearch: onlyRead<UserFilter>(readUserFilter),
  ...adminScreen,
  // Each search stays on this screen, and does not change this data.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: ({ context }) => loadAroundUsers(context.api),
  component: Users,
})

function Users() {
  const found = useMatch({ from: '/admin/users/', shouldThrow: false })?.loaderData
  return (
    <UsersScreen around={Route.useLoaderData()} filter={Route.useSearch()} found={found}>
      <Outlet />
    </UsersScreen>
  )
}
