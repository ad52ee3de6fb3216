import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#src/admin/messages/load-messages.ts'
import { MessagesScreen } from '#src/admin/messages/messages-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../../-guards.ts'

export const Route = createFileRoute('/admin/messages/')({
  staticData: {
    title: 'Berichten',
    invalidatedBy: ['messagesChanged'],
    loadFailed: 'Ophalen van berichten mislukt',
  },
  beforeLoad: only('admin'),
  loader: ({ context }) => loadMessages(context.api),
  component: Messages,
  pendingComponent: ListSkeleton,
})

function Messages() {
  const { api } = Route.useRouteContext()
  return <MessagesScreen api={api} first={Route.useLoaderData()} />
}
