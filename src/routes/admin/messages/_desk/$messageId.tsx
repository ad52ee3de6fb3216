import { createFileRoute } from '@tanstack/react-router'
import { getMessage } from '#contract/messages.gen.ts'
import { MessageScreen } from '#src/admin/messages/message-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { recordIdOf } from '../../../-address.ts'
import { loadFailedTexts } from '../../../-load-failed.texts.ts'

export const Route = createFileRoute('/admin/messages/_desk/$messageId')({
  staticData: {
    title: 'Bericht',
    invalidatedBy: ['messagesChanged'],
    ...loadFailedTexts.message,
    list: { to: '/admin/messages', name: 'Berichten' },
  },
  loader: ({ context, params }) => context.api.call(getMessage, { params: { id: recordIdOf(params.messageId) } }),
  component: OneMessage,
  pendingComponent: ListSkeleton,
})

function OneMessage() {
  const message = Route.useLoaderData()
  return <MessageScreen key={message.id} message={message} />
}
