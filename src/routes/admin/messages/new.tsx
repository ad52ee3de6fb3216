import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadGroups } from '#src/admin/messages/load-messages.ts'
import { groupTexts } from '#src/admin/messages/messages.texts.ts'
import { NewMessageScreen } from '#src/admin/messages/new-message-screen.tsx'
import { dropDraft } from '#src/offline/kept-draft.ts'
import type { ChosenGroup } from '#src/parts/messages/write-link.tsx'
import { onlyRead } from '../../-search.ts'
import { adminScreen } from '../-screen.ts'

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
  ...adminScreen,
  loader: ({ context }) => loadGroups(context.api),
  onLeave: dropDraft,
  component: NewMessage,
})

function NewMessage() {
  const { user } = Route.useRouteContext()
  return <NewMessageScreen user={user} group={Route.useSearch()} groups={Route.useLoaderData()} />
}
