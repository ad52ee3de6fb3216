import { CatchBoundary, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'

const PushOffer = lazyRouteComponent(() => import('#src/push/push-offer.tsx'), 'PushOffer')

/** Loads after the content above it; if it cannot load, nothing else fails. */
export const LaterPushOffer = () => (
  <CatchBoundary getResetKey={() => 'push-offer'} errorComponent={Nothing}>
    <Suspense>
      <PushOffer />
    </Suspense>
  </CatchBoundary>
)

const Nothing = () => null
