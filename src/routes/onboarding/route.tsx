import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useIsConnected } from '#src/offline/connection-context.ts'
import { OnboardingFrame } from '#src/onboarding/onboarding-frame.tsx'
import { LoadFailure } from '#src/parts/page-state/load-failure.tsx'
import { only } from '../-only.ts'

export const Route = createFileRoute('/onboarding')({
  beforeLoad: only('onboarding'),
  loader: ({ context }) => context.onboarding(context.user),
  component: Onboarding,
  errorComponent: LoadFailure,
})

function Onboarding() {
  return (
    <OnboardingFrame actor={Route.useLoaderData()} isConnected={useIsConnected()}>
      <Outlet />
    </OnboardingFrame>
  )
}
