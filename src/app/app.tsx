import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { LoadingScreen } from '#src/account/loading/loading-screen.tsx'
import { useSession } from '#src/session/session-context.tsx'
import { LoggedIn } from './logged-in.tsx'
import { useReturnToRoot } from './return-to-root.ts'
import { registerWorker } from './worker-registration.ts'

/** Whoever comes with a session has no need of it, until they log out: then it is there, fetched ahead. */
const LoginScreen = lazyRouteComponent(() => import('#src/account/login/login-screen.tsx'), 'LoginScreen')
const FETCH_AHEAD_MS = 2_000

/** The login screen stands at whatever path was asked for; who logs in there then sees it. */
export function App() {
  const { user, status, failure, logIn } = useSession()

  useReturnToRoot(user)
  useEffect(() => {
    if (status === 'logged-out') registerWorker()
    if (status !== 'logged-in') return
    const timer = setTimeout(() => LoginScreen.preload?.(), FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [status])

  if (user) return <LoggedIn key={user.id} user={user} />
  const loading = <LoadingScreen unreachable={status === 'unreachable'} />
  if (status === 'loading' || status === 'unreachable') return loading
  return (
    <Suspense fallback={loading}>
      <LoginScreen failure={failure} busy={status === 'logging-in'} onSubmit={logIn} />
    </Suspense>
  )
}
