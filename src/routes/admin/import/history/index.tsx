import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#src/admin/import/history-screen.tsx'
import { loadImports } from '#src/admin/import/load-import.ts'
import { listFailedTexts } from '../../../-load-failed.texts.ts'
import { adminScreen } from '../../-screen.ts'

export const Route = createFileRoute('/admin/import/history/')({
  staticData: { title: 'Eerdere imports', loadFailed: listFailedTexts.imports },
  ...adminScreen,
  loader: ({ context }) => loadImports(context.api),
  component: () => <HistoryScreen first={Route.useLoaderData()} />,
})
