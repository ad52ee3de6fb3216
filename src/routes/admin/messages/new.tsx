import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadGroups } from '#src/admin/messages/load-messages.ts'
import { groupTexts } from '#src/admin/messages/messages.texts.ts'
import { NewMessageScreen } from '#src/admin/messages/new-message-screen.tsx'
import { dropDraft } from '#src/offline/kept-draft.ts'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import type { ChosenGroup } from '#src/parts/messages/write-link.tsx'
import { only } from '../../-guards.ts'
import { onlyRead } from '../../-search.ts'

const isKind = (kind: unknown): kind is NonNullable<ChosenGroup['kind']> =>
  typeof kind === 'string' && Object.hasOwn(groupTexts, kind)

export const Route = createFileRoute('/admin/messages/new')({
  staticData: {
    title: 'Nieuw bericht',
    invalidatedBy: ['enrollmentsChanged', 'presenceChanged', 'userCreated', 'userEdited', 'userDeleted'],
    list: { to: '/admin/messages', name: 'Berichten' },
  },
  validateSearch: onlyRead<ChosenGroup>(({ kind, testmoment_id, module_id, education_department_id }) => ({
    ...(isKind(kind) && { kind }),
    ...(isId(testmoment_id) && { testmoment_id }),
    ...(isId(module_id) && { module_id }),
    ...(isId(education_department_id) && { education_department_id }),
  })),
  beforeLoad: only('admin'),
  loader: ({ context }) => loadGroups(context.api),
  onLeave: dropDraft,
  component: NewMessage,
  pendingComponent: ListSkeleton,
})

function NewMessage() {
  const { user } = Route.useRouteContext()
  return <NewMessageScreen user={user} group={Route.useSearch()} groups={Route.useLoaderData()} />
}
