import { createFileRoute } from '@tanstack/react-router'
import { loadRecesses } from '#src/admin/schoolyears/load-schoolyears.ts'
import { RecessesScreen } from '#src/admin/schoolyears/recesses-screen.tsx'
import { recordIdOf } from '../../-address.ts'
import { loadFailedTexts } from '../../-load-failed.texts.ts'
import { adminScreen } from '../../admin/-screen.ts'

export const Route = createFileRoute('/schoolyear/$schoolyearId/recesses')({
  staticData: {
    title: 'Lesvrije weken',
    ...loadFailedTexts.recesses,
    list: { to: '/admin/schoolyears', name: 'Schooljaren' },
  },
  ...adminScreen,
  loader: ({ context, params }) => loadRecesses(context.api, recordIdOf(params.schoolyearId)),
  component: Recesses,
})

function Recesses() {
  const { schoolyear, recesses } = Route.useLoaderData()
  return <RecessesScreen key={schoolyear.id} schoolyear={schoolyear} recesses={recesses} />
}
