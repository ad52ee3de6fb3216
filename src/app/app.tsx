import { CatchBoundary, lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { AppState } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { alone } from './alone.ts'
import { afterScreen, startUpkeepLater, WithoutCode } from './later.tsx'
import { LoggedIn } from './logged-in.tsx'

/** A user with a session does not need it until they log out: by then it has been prefetched. */
const Visitor = lazyRouteComponent(() => import('./visitor.tsx'), 'Visitor')

export function App() {
  const Page = alone[window.location.pathname]
  return Page ? <Alone Page={Page} /> : <AccountApp />
}

function Alone({ Page }: { Page: ComponentType }) {
  // The worker has the page open without a network.
  useEffect(startUpkeepLater, [])
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={WithoutCode}>
      <Suspense fallback={<LoadingScreen unreachable={false} />}>
        <Page />
      </Suspense>
    </CatchBoundary>
  )
}

function AccountApp() {
  const { user, status, appState, failure } = useSession()

  useReturnToRoot(user, failure === 'login-over' || failure === 'login-method-off')
  useEffect(() => {
    if (status !== 'logged-in') return
    return afterScreen('visitor', async () => void (await Visitor.preload?.()))
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

/** Parts that each state of the app needs: the first bundle has the addresses of students, the others bring theirs. */
const shells = {
  default: LoggedIn,
  student: LoggedIn,
  onboarding: lazyRouteComponent(() => import('./newcomer.tsx'), 'Newcomer'),
  admin: lazyRouteComponent(() => import('./administrator.tsx'), 'Administrator'),
} satisfies Record<AppState, ComponentType<{ user: User }>>

interface PersonProps {
  user: User
  appState: AppState
  /** shown while routes are on their way that the first bundle has not */
  loading: ReactNode
}

/** The app for one who is logged in, with the routes that they need. */
function Person({ user, appState, loading }: PersonProps) {
  const [isNew, setNew] = useState(hasLetter)
  // A newcomer keeps these routes until they leave: with other routes their screen would start over.
  if (appState === 'onboarding' && !isNew) setNew(true)

  const OfState = shells[appState]
  const Shell = OfState === LoggedIn && isNew ? shells.onboarding : OfState
  if (Shell === LoggedIn) return <LoggedIn user={user} />
  return (
    <CatchBoundary getResetKey={() => appState} errorComponent={WithoutCode}>
      <Suspense fallback={loading}>
        <Shell user={user} />
      </Suspense>
    </CatchBoundary>
  )
}

/** A letter's link may be opened on a device where somebody is logged in. */
const hasLetter = () => /^\/(activate|password-change|second-factor)\//.test(window.location.pathname)

/**
 * A user who logged out, or was followed by another, leaves no address behind. A visitor keeps theirs, and so does who was
 * logged out by the server: the login stands at the address that was asked for, and leads there (decision 16).
 */
function useReturnToRoot(user: User | null, isRefused: boolean): void {
  const before = useRef(user?.id)

  useEffect(() => {
    const hasLeft = before.current !== undefined && before.current !== user?.id
    if (hasLeft && !(user === null && isRefused)) window.history.replaceState(null, '', '/')
    before.current = user?.id
  }, [user, isRefused])
}
