import { createFileRoute } from '@tanstack/react-router'
import { loadMessages, MessagesScreen, MessagesSkeleton } from '#src/student/messages/messages-screen.tsx'
import { only } from '../-guards.ts'

export interface MessagesSearch {
  /** the message that is open */
  message?: number
}

export const Route = createFileRoute('/student/messages')({
  staticData: {
    title: 'Berichten',
    invalidatedBy: ['messagesChanged'],
    loadFailed: 'Ophalen van je berichten mislukt',
  },
  validateSearch: ({ message }): MessagesSearch => (Number.isSafeInteger(message) ? { message: Number(message) } : {}),
  beforeLoad: only('student'),
  loader: ({ context }) => loadMessages(context),
  component: Messages,
  pendingComponent: MessagesSkeleton,
})

function Messages() {
  const { api, user } = Route.useRouteContext()
  return <MessagesScreen api={api} user={user} messages={Route.useLoaderData()} openId={Route.useSearch().message} />
}
