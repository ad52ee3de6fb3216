import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { LoadingScreen } from '#src/account/loading/loading-screen.tsx'
import { useSession } from '#src/session/session-context.tsx'

/** Whoever comes with a session has no need of it until they log out: by then it is there, fetched ahead. */
const LoginScreen = lazyRouteComponent(() => import('#src/account/login/login-screen.tsx'), 'LoginScreen')

export const fetchLoginAhead = (): void => {
  LoginScreen.preload?.()
}

export function LoginPage() {
  const { failure, status, logIn } = useSession()
  return (
    <Suspense fallback={<LoadingScreen unreachable={false} />}>
      <LoginScreen failure={failure} busy={status === 'logging-in'} onSubmit={logIn} />
    </Suspense>
  )
}
