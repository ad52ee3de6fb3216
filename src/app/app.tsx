import { CatchBoundary, lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { AppState } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { sessionView, useSession } from '#src/session/session-view.tsx'
import { type AppPart, alone } from './alone.ts'
import { afterScreen, startUpkeepLater, WithoutCode } from './later.tsx'
import { LoggedIn } from './logged-in.tsx'
import { session } from './session.ts'

/** Prefetched: a user with a session needs it only after logging out. */
const Visitor = lazyRouteComponent(() => import('./visitor.tsx'), 'Visitor')

export function App() {
  const Page = alone[window.location.pathname]
  return Page ? <Alone Page={Page} /> : <AccountApp />
}

function Alone({ Page }: { Page: ComponentType }) {
  // The worker makes the page open without a network.
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
    // Not needed before the user logs out.
    if (status === 'logged-in') afterScreen(2_000, async () => void (await Visitor.preload?.()))
  }, [status])

  const loading = <LoadingScreen unreachable={status === 'unreachable'} />
  if (user) return <Person key={user.id} user={user} appState={appState} loading={loading} />
  if (status === 'loading' || status === 'unreachable') return loading
  return (
    <LoadedShell loading={loading}>
      <Visitor />
    </LoadedShell>
  )
}

/**
 * Loads what the first render needs beyond the first file. Were it rendered before, React would show that it waits, and then hold
 * back for 300 ms what it waited for; the first frame is there already.
 */
export function loadFirstPart(): Promise<void> | undefined {
  const { user, status, appState } = sessionView(session.getSnapshot())
  const Part = alone[window.location.pathname] ?? (user ? shells[appState] : status === 'logged-out' ? Visitor : null)
  return Part?.preload?.()
}

/** Components by state of the app: the first bundle has the routes of students, the others add theirs. */
const shells: Record<AppState, AppPart<{ user: User }>> = {
  default: LoggedIn,
  student: LoggedIn,
  onboarding: lazyRouteComponent(() => import('./newcomer.tsx'), 'Newcomer'),
  admin: lazyRouteComponent(() => import('./administrator.tsx'), 'Administrator'),
}

interface PersonProps {
  user: User
  appState: AppState
  /** shown while routes load that the first bundle does not have */
  loading: ReactNode
}

function Person({ user, appState, loading }: PersonProps) {
  const [isNew, setNew] = useState(hasLetter)
  // A newcomer keeps these routes until they leave: with other routes their screen would start over.
  if (appState === 'onboarding' && !isNew) setNew(true)

  const OfState = shells[appState]
  const Shell = OfState === LoggedIn && isNew ? shells.onboarding : OfState
  if (Shell === LoggedIn) return <LoggedIn user={user} />
  return (
    <LoadedShell key={appState} loading={loading}>
      <Shell user={user} />
    </LoadedShell>
  )
}

/** Shows `loading` until the routes are there, and says so if they cannot be loaded. */
function LoadedShell({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={WithoutCode}>
      <Suspense fallback={loading}>{children}</Suspense>
    </CatchBoundary>
  )
}

/** Whether the address is a link from an e-mail, which may be opened on a device where somebody is logged in. */
const hasLetter = () => /^\/(activate|password-change|second-factor)\//.test(window.location.pathname)

/**
 * Resets the address when a user logs out, or when another user follows. A visitor keeps the address, and so does a user
 * logged out by the server: the login is shown at the requested address, and leads back to it.
 */
function useReturnToRoot(user: User | null, isRefused: boolean): void {
  const before = useRef(user?.id)

  useEffect(() => {
    const hasLeft = before.current !== undefined && before.current !== user?.id
    if (hasLeft && !(user === null && isRefused)) window.history.replaceState(null, '', '/')
    before.current = user?.id
  }, [user, isRefused])
}
