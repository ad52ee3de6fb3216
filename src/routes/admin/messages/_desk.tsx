import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadMessages } from '#src/admin/messages/load-messages.ts'
import { MessagePanes } from '#src/admin/messages/message-panes.tsx'
import { forPanes } from '#src/parts/panes.tsx'
import { only } from '../../-guards.ts'

/** All messages beside the open one. */
export const Route = createFileRoute('/admin/messages/_desk')({
  beforeLoad: only('admin'),
  // Choosing another message does not change the list.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: ({ context }) => forPanes(() => loadMessages(context.api)),
  component: MessageDesk,
})

function MessageDesk() {
  const { api } = Route.useRouteContext()
  return (
    <MessagePanes api={api} first={Route.useLoaderData()}>
      <Outlet />
    </MessagePanes>
  )
}
