import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen, HistorySkeleton, loadHistory } from '#src/student/history/history-screen.tsx'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/student/history')({
  staticData: { title: 'Mijn toetsen', loadFailed: 'Ophalen van je toetsen mislukt' },
  beforeLoad: only('student'),
  loader: ({ context }) => loadHistory(context),
  component: () => <HistoryScreen user={Route.useRouteContext().user} history={Route.useLoaderData()} />,
  pendingComponent: HistorySkeleton,
})
