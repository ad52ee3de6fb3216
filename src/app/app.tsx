import { useEffect } from 'react'
import { LoadingScreen } from '#src/account/loading/loading-screen.tsx'
import { useSession } from '#src/session/session-context.tsx'
import { LoggedIn } from './logged-in.tsx'
import { fetchLoginAhead } from './login-page.tsx'
import { useReturnToRoot } from './return-to-root.ts'
import { Visitor } from './visitor.tsx'

const FETCH_AHEAD_MS = 2_000

export function App() {
  const { user, status } = useSession()

  useReturnToRoot(user)
  useEffect(() => {
    if (status !== 'logged-in') return
    const timer = setTimeout(fetchLoginAhead, FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [status])

  if (user) return <LoggedIn key={user.id} user={user} />
  if (status === 'loading' || status === 'unreachable') return <LoadingScreen unreachable={status === 'unreachable'} />
  return <Visitor />
}
