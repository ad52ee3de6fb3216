import { createFileRoute, useLoaderData } from '@tanstack/react-router'
import { loadUsers } from '#src/admin/users/load-users.ts'
import { UserList } from '#src/admin/users/user-list.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { listFailedTexts } from '../../-load-failed.texts.ts'

export const Route = createFileRoute('/admin/users/')({
  staticData: {
    title: 'Gebruikers',
    invalidatedBy: ['userCreated', 'userEdited', 'userDeleted'],
    loadFailed: listFailedTexts.users,
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadUsers(context.api, deps),
  component: FoundUsers,
  pendingComponent: ListSkeleton,
})

function FoundUsers() {
  const filter = Route.useLoaderDeps()
  const { departments, classGroups } = useLoaderData({ from: '/admin/users' })
  return (
    <UserList
      key={JSON.stringify(filter)}
      filter={filter}
      departments={departments}
      classGroups={classGroups}
      first={Route.useLoaderData()}
    />
  )
}
