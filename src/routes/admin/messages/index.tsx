import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadMessages, readMessagesFilter } from '#src/admin/messages/load-messages.ts'
import { MessagesScreen } from '#src/admin/messages/messages-screen.tsx'
import { forPanes } from '#src/parts/panes.tsx'
import { listFailedTexts } from '../../-load-failed.texts.ts'
import { onlyRead } from '../../-search.ts'
import { adminScreen } from '../-screen.ts'

export const Route = createFileRoute('/admin/messages/')({
  staticData: {
    title: 'Berichten',
    invalidatedBy: ['messagesChanged'],
    loadFailed: listFailedTexts.messages,
  },
  validateSearch: onlyRead(readMessagesFilter),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const messages = await loadMessages(context.api, deps)
    // If list and message are side by side the latest message is open, as in any mailbox.
    const latest = await forPanes(async () => messages.entities[0])
    if (latest) {
      const params = { messageId: String(latest.id) }
      throw redirect({ to: '/admin/messages/$messageId', params, search: deps, replace: true })
    }
    return messages
  },
  component: Messages,
})

function Messages() {
  const filter = Route.useSearch()
  const first = Route.useLoaderData()
  return <MessagesScreen key={JSON.stringify(filter)} filter={filter} first={first} />
}
