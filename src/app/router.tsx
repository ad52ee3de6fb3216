import { createBrowserHistory, createRouter, type ErrorRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Layout } from '#src/parts/layout/layout.tsx'
import type { RouterContext } from '#src/routes/__root.tsx'
import type { routeTree as everyRoute } from '#src/routeTree.gen.ts'
import { routeTree } from '#src/routeTree.students.gen.ts'
import { useSession } from '#src/session/session-view.tsx'

/** Shared by all routers: each new one would wrap the browser's history again. */
const history = createBrowserHistory()

/**
 * Creates a router for one user: what it holds of their lists goes with it, so that the next user on this device cannot be
 * shown it, not even for one frame. `failure` is shown where a screen fails to load.
 */
export function createAppRouter(context: RouterContext, failure: ErrorRouteComponent) {
  const comesToStand = onceAPlace()
  const router = createRouter({
    // The tree as it is by now: the routes of other users are added to this tree when their code loads.
    routeTree: routeTree as unknown as typeof everyRoute,
    history,
    context,
    InnerWrap: Frame,
    defaultErrorComponent: failure,
    // Most answers arrive sooner, and a skeleton would only flash. At the start the first frame showed one, and what has
    // been seen need not stay: only skeletons of later screens do (live.ts).
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    scrollRestoration: ({ location }) => comesToStand(location.state.__TSR_key ?? ''),
  })
  const { navigate, invalidate } = router
  let painting: Promise<void> | undefined
  router.navigate = (to) => {
    const painted = afterPaint()
    painting = painted
    return painted.then(() => {
      if (painting === painted) painting = undefined
      return navigate(to)
    })
  }
  // Refetches for the screen that a press leads to: the record of the screen being left may have been deleted.
  router.invalidate = (options) => (painting ? painting.then(() => invalidate(options)) : invalidate(options))
  return router
}

/** Longest wait for a frame (ms): a page that is not visible has none. */
const LONGEST_FRAME_MS = 100

/** Resolves once the effect of a press is painted: the next screen is rendered after that, which takes a cheap phone longer. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

/**
 * Whether a screen is new, rather than reloaded. A reloaded screen keeps its scroll position: the router would restore the one
 * from when the load began, away from where the user has scrolled since, and from a record just made.
 */
function onceAPlace() {
  let shown: string | null = null
  return (place: string): boolean => {
    if (place === shown) return false
    shown = place
    return true
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** Wraps the router's screens rather than one of its routes, so that it is there before the first one has loaded. */
function Frame({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return <>{user ? <Layout user={user}>{children}</Layout> : children}</>
}
