import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { loadUsers } from '#src/admin/users/load-users.ts'
import { readUserFilter } from '#src/admin/users/user-filter.ts'
import { UserPanes } from '#src/admin/users/user-panes.tsx'
import { forPanes } from '#src/parts/panes.tsx'
import { only } from '../-guards.ts'
import { onlyRead } from '../-search.ts'

/** The list that the user was chosen from, with its filters, beside that user. */
export const Route = createFileRoute('/user/_desk')({
  validateSearch: onlyRead<UserFilter>(readUserFilter),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  // Choosing another user does not change the list.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: ({ context, deps }) => forPanes(() => loadUsers(context.api, deps)),
  component: UserDesk,
})

function UserDesk() {
  const { userId } = useParams({ from: '/user/_desk/$userId/edit' })
  return (
    <UserPanes filter={Route.useLoaderDeps()} first={Route.useLoaderData()} chosen={userId}>
      <Outlet />
    </UserPanes>
  )
}
