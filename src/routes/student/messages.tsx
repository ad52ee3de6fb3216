import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadMessages, MessagesScreen, MessagesSkeleton } from '#src/student/messages/messages-screen.tsx'
import { only } from '../-guards.ts'
import { onlyRead } from '../-search.ts'

export const Route = createFileRoute('/student/messages')({
  staticData: {
    title: 'Berichten',
    invalidatedBy: ['messagesChanged'],
    loadFailed: 'Ophalen van je berichten mislukt',
  },
  validateSearch: onlyRead<{ message?: number }>(({ message }) => (isId(message) ? { message } : {})),
  beforeLoad: only('student'),
  loader: ({ context }) => loadMessages(context),
  component: Messages,
  pendingComponent: MessagesSkeleton,
})

function Messages() {
  const { user } = Route.useRouteContext()
  return <MessagesScreen user={user} messages={Route.useLoaderData()} openId={Route.useSearch().message} />
}
