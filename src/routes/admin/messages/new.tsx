import { createFileRoute } from '@tanstack/react-router'
import { loadGroups } from '#src/admin/messages/load-messages.ts'
import { groupTexts } from '#src/admin/messages/messages.texts.ts'
import { NewMessageScreen } from '#src/admin/messages/new-message-screen.tsx'
import { dropDraft } from '#src/offline/kept-draft.ts'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import type { ChosenGroup } from '#src/parts/messages/write-link.tsx'
import { only } from '../../-guards.ts'

const isKind = (kind: unknown): kind is NonNullable<ChosenGroup['kind']> =>
  typeof kind === 'string' && Object.hasOwn(groupTexts, kind)

export const Route = createFileRoute('/admin/messages/new')({
  staticData: {
    title: 'Nieuw bericht',
    invalidatedBy: ['enrollmentsChanged', 'presenceChanged', 'userCreated', 'userEdited', 'userDeleted'],
    list: { to: '/admin/messages', name: 'Berichten' },
  },
  validateSearch: ({ kind, testmoment_id, module_id, education_department_id }): ChosenGroup => ({
    ...(isKind(kind) && { kind }),
    ...(Number.isSafeInteger(testmoment_id) && { testmoment_id: Number(testmoment_id) }),
    ...(Number.isSafeInteger(module_id) && { module_id: Number(module_id) }),
    ...(Number.isSafeInteger(education_department_id) && { education_department_id: Number(education_department_id) }),
  }),
  beforeLoad: only('admin'),
  loader: ({ context }) => loadGroups(context.api),
  onLeave: dropDraft,
  component: NewMessage,
  pendingComponent: ListSkeleton,
})

function NewMessage() {
  const { api, user } = Route.useRouteContext()
  return <NewMessageScreen api={api} user={user} group={Route.useSearch()} groups={Route.useLoaderData()} />
}
