import { CatchBoundary, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'

const PushOffer = lazyRouteComponent(() => import('#src/push/push-offer.tsx'), 'PushOffer')

/** Comes after what it stands below, and where it cannot come nothing else suffers. */
export const LaterPushOffer = () => (
  <CatchBoundary getResetKey={() => 'push-offer'} errorComponent={Nothing}>
    <Suspense>
      <PushOffer />
    </Suspense>
  </CatchBoundary>
)

const Nothing = () => null
