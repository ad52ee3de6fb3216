import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { LoadingScreen } from '#src/account/loading/loading-screen.tsx'
import { useSession } from '#src/session/session-context.tsx'
import { LoggedIn } from './logged-in.tsx'
import { useReturnToRoot } from './return-to-root.ts'

/** Whoever comes with a session has no need of it until they log out: by then it is there, fetched ahead. */
const Visitor = lazyRouteComponent(() => import('./visitor.tsx'), 'Visitor')
const FETCH_AHEAD_MS = 2_000
/** Brings the routes that only administrators have. */
const Administrator = lazyRouteComponent(() => import('./administrator.tsx'), 'Administrator')

export function App() {
  const { user, status, appState } = useSession()

  useReturnToRoot(user)
  useEffect(() => {
    if (status !== 'logged-in') return
    const timer = setTimeout(() => Visitor.preload?.(), FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [status])

  const loading = <LoadingScreen unreachable={status === 'unreachable'} />
  if (user && appState === 'admin') {
    return (
      <Suspense fallback={loading}>
        <Administrator key={user.id} user={user} />
      </Suspense>
    )
  }
  if (user) return <LoggedIn key={user.id} user={user} />
  if (status === 'loading' || status === 'unreachable') return loading
  return (
    <Suspense fallback={loading}>
      <Visitor />
    </Suspense>
  )
}
