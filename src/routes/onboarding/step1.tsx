import { createFileRoute } from '@tanstack/react-router'
import { IncompleteScreen } from '#src/account/incomplete/incomplete-screen.tsx'
import { only } from '../-only.ts'

export const Route = createFileRoute('/onboarding/step1')({
  staticData: { title: 'Welkom' },
  beforeLoad: only('onboarding'),
  component: Incomplete,
})

function Incomplete() {
  return <IncompleteScreen user={Route.useRouteContext().user} />
}
