import { createFileRoute } from '@tanstack/react-router'
import { loadImport } from '#src/admin/import/load-import.ts'
import { UndoScreen } from '#src/admin/import/undo-screen.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { recordIdOf } from '../../../-address.ts'
import { loadFailedTexts } from '../../../-load-failed.texts.ts'
import { adminScreen } from '../../-screen.ts'

export const Route = createFileRoute('/admin/import/history/$importId')({
  staticData: {
    title: 'Eerdere imports',
    heading: 'Import',
    ...loadFailedTexts.import,
    list: { to: '/admin/import/history', name: 'Eerdere imports' },
  },
  ...adminScreen,
  loader: ({ context, params }) => loadImport(context.api, recordIdOf(params.importId)),
  component: OneImport,
})

function OneImport() {
  const loaded = Route.useLoaderData()
  return (
    <>
      <BackLink to="/admin/import/history">Eerdere imports</BackLink>
      <UndoScreen key={loaded.import.id} loaded={loaded} />
    </>
  )
}
