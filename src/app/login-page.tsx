import { LoginScreen } from '#src/account/login-screen.tsx'
import { useSession } from '#src/session/session-view.tsx'

export function LoginPage() {
  const { failure, status, logIn } = useSession()
  return <LoginScreen failure={failure} busy={status === 'logging-in'} onSubmit={logIn} />
}
