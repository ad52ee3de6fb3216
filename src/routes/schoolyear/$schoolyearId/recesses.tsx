import { createFileRoute } from '@tanstack/react-router'
import { loadRecesses } from '#src/admin/schoolyears/load-schoolyears.ts'
import { RecessesScreen } from '#src/admin/schoolyears/recesses-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { recordIdOf } from '../../-address.ts'
import { only } from '../../-guards.ts'
import { loadFailedTexts } from '../../-load-failed.texts.ts'

export const Route = createFileRoute('/schoolyear/$schoolyearId/recesses')({
  staticData: {
    title: 'Lesvrije weken',
    ...loadFailedTexts.recesses,
    list: { to: '/admin/schoolyears', name: 'Schooljaren' },
  },
  beforeLoad: only('admin'),
  loader: ({ context, params }) => loadRecesses(context.api, recordIdOf(params.schoolyearId)),
  component: Recesses,
  pendingComponent: ListSkeleton,
})

function Recesses() {
  const { schoolyear, recesses } = Route.useLoaderData()
  return <RecessesScreen key={schoolyear.id} schoolyear={schoolyear} recesses={recesses} />
}
