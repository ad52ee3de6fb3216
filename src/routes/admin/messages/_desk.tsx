import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { loadMessages, readMessagesFilter } from '#src/admin/messages/load-messages.ts'
import { MessagePanes } from '#src/admin/messages/message-panes.tsx'
import { forPanes } from '#src/parts/panes.tsx'
import { only } from '../../-guards.ts'
import { onlyRead } from '../../-search.ts'

/** All messages beside the open one. */
export const Route = createFileRoute('/admin/messages/_desk')({
  validateSearch: onlyRead(readMessagesFilter),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  // Choosing another message does not change the list.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: ({ context, deps }) => forPanes(() => loadMessages(context.api, deps)),
  component: MessageDesk,
})

function MessageDesk() {
  const { messageId } = useParams({ from: '/admin/messages/_desk/$messageId' })
  return (
    <MessagePanes filter={Route.useSearch()} first={Route.useLoaderData()} chosen={messageId}>
      <Outlet />
    </MessagePanes>
  )
}
