import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadMessages } from '#src/admin/messages/load-messages.ts'
import { MessagesScreen } from '#src/admin/messages/messages-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { forPanes } from '#src/parts/panes.tsx'
import { only } from '../../-guards.ts'
import { listFailedTexts } from '../../-load-failed.texts.ts'

export const Route = createFileRoute('/admin/messages/')({
  staticData: {
    title: 'Berichten',
    invalidatedBy: ['messagesChanged'],
    loadFailed: listFailedTexts.messages,
  },
  beforeLoad: only('admin'),
  loader: async ({ context }) => {
    const messages = await loadMessages(context.api)
    // If list and message are side by side the latest message is open, as in any mailbox.
    const latest = await forPanes(async () => messages.entities[0])
    if (latest) {
      const params = { messageId: String(latest.id) }
      throw redirect({ to: '/admin/messages/$messageId', params, replace: true })
    }
    return messages
  },
  component: Messages,
  pendingComponent: ListSkeleton,
})

function Messages() {
  const { api } = Route.useRouteContext()
  return <MessagesScreen api={api} first={Route.useLoaderData()} />
}
