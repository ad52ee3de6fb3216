import { createFileRoute } from '@tanstack/react-router'
import {
  CompletedModulesScreen,
  CompletedModulesSkeleton,
} from '#src/student/completed-modules/completed-modules-screen.tsx'
import { loadCompletion } from '#src/student/completed-modules/use-completion.ts'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/student/completed-modules')({
  staticData: { title: 'Afgeronde modules' },
  beforeLoad: only('student'),
  loader: ({ context }) => loadCompletion(context),
  component: CompletedModules,
  pendingComponent: CompletedModulesSkeleton,
})

function CompletedModules() {
  const { user, lists } = Route.useRouteContext()
  return <CompletedModulesScreen user={user} lists={lists} statuses={Route.useLoaderData()} />
}
