import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#src/admin/import/history-screen.tsx'
import { loadImports } from '#src/admin/import/load-import.ts'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../../../-guards.ts'
import { listFailedTexts } from '../../../-load-failed.texts.ts'

export const Route = createFileRoute('/admin/import/history/')({
  staticData: { title: 'Eerdere imports', loadFailed: listFailedTexts.imports },
  beforeLoad: only('admin'),
  loader: ({ context }) => loadImports(context.api),
  component: () => <HistoryScreen first={Route.useLoaderData()} />,
  pendingComponent: ListSkeleton,
})
