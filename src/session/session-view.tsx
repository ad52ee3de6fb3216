import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, type ReactNode, useContext } from 'react'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import { type AppState, appStateOf } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useProvided } from '#src/ui/use-provided.ts'
import type { LoginFailure } from './session.context.ts'
import type { SessionActor } from './session.machine.ts'

/**
 * `loading` and `unreachable` only while nobody is known: the second when the server gives no answer and the session
 * waits for it. A refresh of someone who is known stays `logged-in`, so that no form disappears.
 */
type SessionStatus = 'logged-out' | 'logging-in' | 'loading' | 'unreachable' | 'logged-in'

interface SessionView {
  user: User | null
  appState: AppState
  status: SessionStatus
  /** why the last login did not succeed */
  failure: LoginFailure | null
  /** the server's clock minus the device's, in milliseconds */
  clockOffset: number
  /** the clock that it is meant of: unlike `Date.now` it does not run back when somebody sets the device's */
  now: () => number
}

type Snapshot = ReturnType<SessionActor['getSnapshot']>

export function sessionView(snapshot: Snapshot): SessionView {
  const { user, failure } = snapshot.context
  return {
    user,
    appState: appStateOf(user),
    status: statusOf(snapshot),
    failure,
    clockOffset: clockOffsetIn(snapshot.context),
    now: snapshot.context.now,
  }
}

function statusOf(snapshot: Snapshot): SessionStatus {
  if (snapshot.context.user) return 'logged-in'
  if (snapshot.matches('unauthenticated')) return 'logged-out'
  if (snapshot.matches('authenticating')) return 'logging-in'
  return snapshot.matches({ reauthenticating: 'waiting' }) ? 'unreachable' : 'loading'
}

/** A token counts in seconds, and says so once in a while. Where it is further off, somebody set the device's clock. */
const TOKEN_PRECISION_MS = 3_000

function clockOffsetIn({ access, receivedOffset }: Snapshot['context']): number {
  const byToken = access?.clockOffset ?? 0
  if (receivedOffset === null) return byToken
  return access && Math.abs(receivedOffset - byToken) > TOKEN_PRECISION_MS ? byToken : receivedOffset
}

const SessionContext = createContext<SessionActor | null>(null)

export const SessionProvider = ({ actor, children }: { actor: SessionActor; children: ReactNode }) => (
  <SessionContext value={actor}>{children}</SessionContext>
)

/** Looks first whether something would be left behind, and logs out then, unless the person would rather not. */
type BeforeLogout = (logOut: () => void) => void

export const BeforeLogoutContext = createContext<BeforeLogout | null>(null)

interface Session extends SessionView {
  logIn: (credentials: Credentials) => void
  logOut: () => void
  /** the server said, in answer to something else, how the user is now */
  learnUser: (user: User) => void
}

/** Who is logged in, how the session stands, and what a person can do about it. */
export function useSession(): Session {
  const actor = useProvided(SessionContext)
  const view = useSelector(actor, sessionView, shallowEqual)
  const ask = useContext(BeforeLogoutContext)
  const logOut = () => actor.send({ type: 'logout.requested' })
  return {
    ...view,
    logIn: (credentials) => actor.send({ type: 'login.submitted', credentials }),
    logOut: () => (ask ? ask(logOut) : logOut()),
    learnUser: (user) => actor.send({ type: 'user.changed', user }),
  }
}
