import { createBrowserHistory, createRouter, type ErrorRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Layout } from '#src/parts/layout/layout.tsx'
import type { RouterContext } from '#src/routes/__root.tsx'
import type { routeTree as everyRoute } from '#src/routeTree.gen.ts'
import { routeTree } from '#src/routeTree.students.gen.ts'
import { useSession } from '#src/session/session-view.tsx'

/** One for all routers: each new one would wrap the browser's history once more. */
const history = createBrowserHistory()

/**
 * A router for one person: what it holds of their lists goes with it, so that nobody who logs in next on this device
 * can be shown it, not even for one frame. `failure` stands where one screen cannot be loaded.
 */
export function createAppRouter(context: RouterContext, failure: ErrorRouteComponent) {
  const comesToStand = onceAPlace()
  const router = createRouter({
    // The tree by now: the addresses of others come with their code, into this very tree.
    routeTree: routeTree as unknown as typeof everyRoute,
    history,
    context,
    InnerWrap: Frame,
    defaultErrorComponent: failure,
    // Most answers come sooner, and then a skeleton would only flash; one that came stays long enough to be seen.
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    defaultViewTransition: SHOWS_TRANSITIONS && { types: changesScreen },
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
  // Lists are fetched again for the screen that a press leads to: the screen that it leaves may have been deleted.
  router.invalidate = (options) => (painting ? painting.then(() => invalidate(options)) : invalidate(options))
  return router
}

/** ms: a page that nobody sees has no frames */
const LONGEST_FRAME_MS = 100

/** Until what shows the press is on the screen: what it leads to is drawn then, which a cheap phone takes longer for. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

/**
 * One screen goes over into the next (base.css says how): not into itself, as when its lists are fetched again or a dialog
 * opens. A browser that can't distinguish the two has none.
 */
const SHOWS_TRANSITIONS = window.CSS?.supports?.('selector(:active-view-transition-type(screen))') ?? false

const changesScreen = ({ fromLocation, pathChanged }: { fromLocation?: object | undefined; pathChanged: boolean }) =>
  fromLocation && pathChanged && !matchMedia('(prefers-reduced-motion: reduce)').matches ? ['screen'] : false

/**
 * Whether a screen comes to stand. One that is reloaded stays where its reader is: the router would take it back to
 * where it was when the load began, away from what they scrolled to meanwhile, and from what was just made.
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

/** Around the router's screens rather than one of its routes: so it is there before the first of them has loaded. */
function Frame({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return <>{user ? <Layout user={user}>{children}</Layout> : children}</>
}
