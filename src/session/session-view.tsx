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
 * `loading` and `unreachable` only while nobody is known: the second when the server gives no answer and the session
 * waits for it. A refresh of someone who is known stays `logged-in`, so that no form disappears. Of a session that lapsed
 * there is a user, who is `logged-out`.
 */
type SessionStatus = 'logged-out' | 'logging-in' | 'loading' | 'unreachable' | 'logged-in'

interface SessionView {
  user: User | null
  appState: AppState
  status: SessionStatus
  /** the session is over, and the screen on which its person typed is kept for them: see `SessionContext` */
  isLapsed: boolean
  /** why the last login did not succeed; while somebody is logged in, what the school's login came to nothing for */
  failure: LoginFailure | null
  /** the password was right, and this is asked beside it */
  challenge: Challenge | null
  /** leads a user who logged out here to the page that ends their login at the school */
  endSchoolLogin: Link | null
  /** the server's clock minus the device's, in milliseconds */
  clockOffset: number
  /** the clock that it is meant of: unlike `Date.now` it does not run back when somebody sets the device's */
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
  // Back from the school nobody has anything to fill in.
  if (snapshot.matches('authenticating')) return snapshot.context.schoolCode === null ? 'logging-in' : 'loading'
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

/**
 * Parts of a session that are shown. The clock is no part: it is set with each sign of life of the server, and none of
 * that is drawn.
 */
type ShownSession = Omit<SessionView, 'clockOffset'>

function shownSession(snapshot: Snapshot): ShownSession {
  const { clockOffset: _, ...shown } = sessionView(snapshot)
  return shown
}

/** Changes of the clock for which a screen is rendered again. */
const CLOCK_STEP_MS = 1_000

/** Gives the server's time, in milliseconds since the epoch; exactly, however seldom a screen is rendered for it. */
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
  /** back to the login box */
  abandonFactor: () => void
  /** goes on as who these tokens are of */
  begin: (tokens: SessionTokens) => void
  logOut: () => void
  /** the server said, in answer to something else, how the user is now */
  learnUser: (user: User) => void
}

/** Who is logged in, how the session stands, and what a person can do about it. */
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
