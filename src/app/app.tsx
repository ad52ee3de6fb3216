import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { Person } from './person.tsx'
import { useReturnToRoot } from './return-to-root.ts'

/** Whoever comes with a session has no need of it until they log out: by then it is there, fetched ahead. */
const Visitor = lazyRouteComponent(() => import('./visitor.tsx'), 'Visitor')
const FETCH_AHEAD_MS = 2_000

export function App() {
  const { user, status, appState } = useSession()

  useReturnToRoot(user)
  useEffect(() => {
    if (status !== 'logged-in') return
    const timer = setTimeout(() => Visitor.preload?.(), FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [status])

  const loading = <LoadingScreen unreachable={status === 'unreachable'} />
  if (user) return <Person key={user.id} user={user} appState={appState} loading={loading} />
  if (status === 'loading' || status === 'unreachable') return loading
  return (
    <Suspense fallback={loading}>
      <Visitor />
    </Suspense>
  )
}
