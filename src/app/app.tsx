import { LoadingScreen } from '#src/account/loading/loading-screen.tsx'
import { LoginScreen } from '#src/account/login/login-screen.tsx'
import { useSession } from '#src/session/session-context.tsx'
import { LoggedIn } from './logged-in.tsx'
import { useReturnToRoot } from './return-to-root.ts'

/** The login screen stands at whatever path was asked for; who logs in there then sees it. */
export function App() {
  const { user, status, failure, logIn } = useSession()
  useReturnToRoot(user)
  if (user) return <LoggedIn key={user.id} user={user} />
  if (status === 'logged-out' || status === 'logging-in')
    return <LoginScreen failure={failure} busy={status === 'logging-in'} onSubmit={logIn} />
  return <LoadingScreen unreachable={status === 'unreachable'} />
}
