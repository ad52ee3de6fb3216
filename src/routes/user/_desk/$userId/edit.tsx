import { createFileRoute } from '@tanstack/react-router'
import { loadUser } from '#src/admin/users/load-users.ts'
import { UserEditScreen } from '#src/admin/users/user-edit-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { recordIdOf } from '../../../-address.ts'
import { loadFailedTexts } from '../../../-load-failed.texts.ts'

export const Route = createFileRoute('/user/_desk/$userId/edit')({
  staticData: {
    title: 'Gebruiker Wijzigen',
    invalidatedBy: ['userEdited', 'userDeleted', 'enrollmentsChanged', 'seatsChanged', 'resultsChanged'],
    ...loadFailedTexts.user,
    list: { to: '/admin/users', name: 'Gebruikers' },
  },
  loader: ({ context, params }) => loadUser(context.api, recordIdOf(params.userId)),
  component: UserEdit,
  pendingComponent: ListSkeleton,
})

function UserEdit() {
  const loaded = Route.useLoaderData()
  const searched = Route.useSearch()
  return <UserEditScreen key={loaded.user.id} {...loaded} searched={searched} />
}
