import {
  CatchBoundary,
  type ErrorComponentProps,
  type ErrorRouteComponent,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import type { LoadInstall } from '#src/install/install-context.ts'
import { useConnection, useReloadOnReturn } from '#src/offline/connection-view.tsx'
import type { LoadToasts } from '#src/toasts/toasts-context.ts'

/** Parts that the first screen does without. Each is loaded on request. */
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

/** So long after it (ms) these come that nothing has asked for. */
const AFTER_SCREEN_MS = {
  // The live region stands before anything is said in it.
  toasts: 500,
  // Without a worker it could not be had once the server is away.
  failure: 1_000,
  live: 1_000,
  // Before somebody presses a button that sends something.
  sending: 1_000,
  upkeep: 1_000,
  push: 1_500,
  // A screen that shows messages has asked for them by then.
  unread: 2_000,
  // Nobody needs it before they log out.
  visitor: 2_000,
}

type Begin = () => (() => void) | undefined

/** Loads a part when its time has come, and begins it unless that was stopped meanwhile. Returns how to stop. */
export function afterScreen(part: keyof typeof AFTER_SCREEN_MS, load: () => Promise<Begin | undefined>): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const timer = setTimeout(() => {
    load().then(
      (begin) => {
        if (!isOver) stop = begin?.()
      },
      // A release may have replaced the file meanwhile: this page goes without until it is reloaded.
      () => undefined,
    )
  }, AFTER_SCREEN_MS[part])
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}

/** Loads when it is first asked for, and once; a load that failed is tried again by the next who asks. */
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

const loadUpkeep = loadedOnce(async () => (await later.upkeep()).startUpkeep(loadInstall))
let isUpkeepAwaited = false

/** To be called when a screen stands: what keeps the app on the device is nothing to wait for, nor is its code. */
export function startUpkeepLater(): void {
  if (isUpkeepAwaited) return
  isUpkeepAwaited = true
  afterScreen('upkeep', async () => void (await loadUpkeep()))
}

/** Shown where a screen could not be loaded. Code of its own says why, and what to do. */
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
