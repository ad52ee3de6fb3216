import { createFileRoute } from '@tanstack/react-router'
import { loadUsers } from '#src/admin/users/load-users.ts'
import { UsersScreen } from '#src/admin/users/users-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-skeleton.tsx'
import { only } from '../-only.ts'

export interface UsersSearch {
  search?: string
}

export const Route = createFileRoute('/admin/users')({
  staticData: { title: 'Gebruikers', hears: ['users'], loadFailed: 'Ophalen van gebruikers mislukt' },
  // a number in the address is what somebody typed as well
  validateSearch: ({ search }): UsersSearch =>
    typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {},
  beforeLoad: only('admin'),
  loaderDeps: ({ search: { search = '' } }) => ({ search }),
  loader: ({ context, deps }) => loadUsers(context.api, deps.search),
  component: Users,
  pendingComponent: ListSkeleton,
})

function Users() {
  const { api } = Route.useRouteContext()
  return <UsersScreen api={api} search={Route.useLoaderDeps().search} first={Route.useLoaderData()} />
}
