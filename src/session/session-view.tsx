import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { PasskeyJson } from '#domain/logins/login.schema.ts'
import type { Credentials, SessionTokens } from '#domain/sessions/session.schema.ts'
import { type AppState, appStateOf } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useProvided } from '#src/ui/use-provided.ts'
import type { Challenge, FactorProof, LoginFailure } from './session.context.ts'
import type { SessionActor } from './session.machine.ts'
import { readAccessToken } from './session-storage.ts'

/**
 * `loading` and `unreachable` occur only while no user is known; `unreachable` is when the session waits because the server
 * does not answer. A refresh for a known user stays `logged-in`, so that no form disappears. A lapsed session is `logged-out`
 * and has a user.
 */
type SessionStatus = 'logged-out' | 'logging-in' | 'loading' | 'unreachable' | 'logged-in'

interface SessionView {
  user: User | null
  appState: AppState
  status: SessionStatus
  /** the session is over, and the screen on which the user typed is kept for them: see `SessionContext` */
  isLapsed: boolean
  /** why the last login failed; while a user is logged in, why the login at the school failed */
  failure: LoginFailure | null
  /** the password was right, and a second factor is needed */
  challenge: Challenge | null
  /** link for a user who logged out here to the page that ends their login at the school */
  endSchoolLogin: Link | null
  /** the server's clock minus the device's, in ms */
  clockOffset: number
  /** the device's clock that `clockOffset` is relative to: unlike `Date.now` it never runs back */
  now: () => number
}

type Snapshot = ReturnType<SessionActor['getSnapshot']>

export function sessionView(snapshot: Snapshot): SessionView {
  const { user, isLapsed, failure, challenge, endSchoolLogin } = snapshot.context
  return {
    user,
    appState: appStateOf(user),
    status: statusOf(snapshot),
    isLapsed,
    failure,
    challenge,
    endSchoolLogin,
    clockOffset: clockOffsetIn(snapshot.context),
    now: snapshot.context.now,
  }
}

function statusOf(snapshot: Snapshot): SessionStatus {
  const { user, isLapsed } = snapshot.context
  if (user && !isLapsed) return 'logged-in'
  if (snapshot.matches('unauthenticated') || snapshot.matches('awaitingFactor')) return 'logged-out'
  // After the school's login there is nothing to fill in.
  if (snapshot.matches('authenticating')) return snapshot.context.schoolCode === null ? 'logging-in' : 'loading'
  return snapshot.matches({ reauthenticating: 'waiting' }) ? 'unreachable' : 'loading'
}

/** A token's time is in seconds, and it is renewed rarely. If it differs by more than this, the device's clock was set. */
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

/** Checks whether logging out would lose something; then calls `logOut`, unless the user prefers to stay. */
type BeforeLogout = (logOut: () => void) => void

export const BeforeLogoutContext = createContext<BeforeLogout | null>(null)

/** Session as screens show it. Without the clock: each message from the server sets it, and no screen shows it. */
type ShownSession = Omit<SessionView, 'clockOffset'>

function shownSession(snapshot: Snapshot): ShownSession {
  const { clockOffset: _, ...shown } = sessionView(snapshot)
  return shown
}

/** Change of the clock (ms) for which a screen is rendered again. */
const CLOCK_STEP_MS = 1_000

/** Returns the exact server time (ms since the epoch), however seldom a screen is rendered for it. */
export function useServerTime(): () => number {
  const actor = useProvided(SessionContext)
  useSelector(
    actor,
    ({ context }) => clockOffsetIn(context),
    (before, after) => Math.abs(after - before) < CLOCK_STEP_MS,
  )
  return useCallback(() => {
    const { context } = actor.getSnapshot()
    return context.now() + clockOffsetIn(context)
  }, [actor])
}

interface Session extends ShownSession {
  logIn: (credentials: Credentials) => void
  logInByPasskey: (passkey: PasskeyJson) => void
  giveFactor: (proof: FactorProof) => void
  /** goes back to the login form */
  abandonFactor: () => void
  /** continues as the user of these tokens */
  begin: (tokens: SessionTokens) => void
  logOut: () => void
  /** takes the user's new data from another answer of the server; ignores those of somebody else */
  learnUser: (user: User) => void
}

export function useSession(): Session {
  const actor = useProvided(SessionContext)
  const view = useSelector(actor, shownSession, shallowEqual)
  const ask = useContext(BeforeLogoutContext)
  const logOut = () => actor.send({ type: 'logout.requested' })
  return {
    ...view,
    logIn: (credentials) => actor.send({ type: 'login.submitted', credentials }),
    logInByPasskey: (passkey) => actor.send({ type: 'passkey.presented', passkey }),
    giveFactor: (proof) => actor.send({ type: 'factor.submitted', proof }),
    abandonFactor: () => actor.send({ type: 'factor.abandoned' }),
    begin: ({ token, refresh_token }) =>
      actor.send({
        type: 'session.given',
        tokens: { refreshToken: refresh_token, access: readAccessToken(token, view.now()) },
      }),
    logOut: () => (ask ? ask(logOut) : logOut()),
    learnUser: (user) => actor.send({ type: 'user.changed', user }),
  }
}
