import {
  CatchBoundary,
  type ErrorComponentProps,
  type ErrorRouteComponent,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import type { LoadInstall } from '#src/install/install-context.ts'
import { firstWrite } from '#src/live/app-events.ts'
import { useConnection, useReloadOnReturn } from '#src/offline/connection-view.tsx'
import type { LoadToasts } from '#src/toasts/toasts-context.ts'
import { whenIdle } from '#src/ui/when-idle.ts'

/** Parts that the first screen does not need, each loaded on request. */
export const later = {
  enrollment: () => import('./enrollment.ts'),
  install: () => import('./install.ts'),
  lists: () => import('./lists.ts'),
  live: () => import('./live.ts'),
  onboarding: () => import('./onboarding.ts'),
  push: () => import('./push.ts'),
  toasts: () => import('./toasts.ts'),
  unread: () => import('./unread.ts'),
  upkeep: () => import('./upkeep.ts'),
}

export const PageToasts = lazyRouteComponent(() => import('#src/toasts/page-toasts.tsx'), 'PageToasts')
export const LoadFailure = lazyRouteComponent(() => import('#src/parts/page-state/load-failure.tsx'), 'LoadFailure')

type Begin = () => (() => void) | undefined

/**
 * Loads a part that nothing asked for, once the page is idle after this time (ms), and starts it unless stopped in the meantime.
 * `showsWrites`: the first write ends the wait. Returns how to stop.
 */
export function afterScreen(ms: number, load: () => Promise<Begin | undefined>, showsWrites = false): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const start = loadedOnce(() =>
    load().then(
      (begin) => {
        if (!isOver) stop = begin?.()
      },
      // A release may have replaced the file: this page does without the part until it is reloaded.
      () => undefined,
    ),
  )
  const timer = setTimeout(whenIdle, ms, start)
  if (showsWrites) void firstWrite.then(start)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}

/** Loads at the first call, and only once; after a failure the next call tries again. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

export const loadToasts: LoadToasts = loadedOnce(async () => (await later.toasts()).startToasts())

export const loadInstall: LoadInstall = loadedOnce(async () => (await later.install()).startInstall())

let isUpkeepAwaited = false

/** Call it once a screen is shown: caching the app on the device is not urgent, nor is its code. */
export function startUpkeepLater(): void {
  if (isUpkeepAwaited) return
  isUpkeepAwaited = true
  afterScreen(1_000, async () => void (await (await later.upkeep()).startUpkeep(loadInstall)))
}

/** Shown where a screen failed to load. Separate code says why, and what to do. */
export const ScreenFailure: ErrorRouteComponent = (props: ErrorComponentProps) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={WithoutCode}>
    <Suspense>
      <LoadFailure {...props} />
    </Suspense>
  </CatchBoundary>
)

/** Shown where code failed to load that the device does not cache: without the server there is nothing to show. */
export function WithoutCode() {
  useReloadOnReturn(useConnection().isGone)
  return <LoadingScreen unreachable />
}
