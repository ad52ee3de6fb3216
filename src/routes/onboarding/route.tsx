import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { OnboardingFrame } from '#src/onboarding/onboarding-frame.tsx'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/onboarding')({
  beforeLoad: only('onboarding'),
  loader: ({ context }) => context.onboarding(),
  component: Onboarding,
})

function Onboarding() {
  const { user } = Route.useRouteContext()
  return (
    <OnboardingFrame actor={Route.useLoaderData()} user={user} isConnected={useIsConnected()}>
      <Outlet />
    </OnboardingFrame>
  )
}
