import { CatchBoundary, type ErrorComponentProps, type ErrorRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { useConnection, useReloadOnReturn } from '#src/offline/connection-context.ts'
import { LoadFailure } from './later.ts'

/** Stands where a screen could not be loaded. Why, and what to do, is told by code of its own. */
export const ScreenFailure: ErrorRouteComponent = (props: ErrorComponentProps) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={WithoutCode}>
    <Suspense>
      <LoadFailure {...props} />
    </Suspense>
  </CatchBoundary>
)

/** Code could not be loaded that is not kept on the device: with a server that is away there is nothing to show. */
export function WithoutCode() {
  useReloadOnReturn(useConnection().isGone)
  return <LoadingScreen unreachable />
}
