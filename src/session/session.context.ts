import type { SecondFactorNeeded } from '#contract/logins.calls.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { PasskeyJson, Proof, SecondFactor } from '#domain/logins/login.schema.ts'
import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ApiError, isRefusedFor, NetworkError } from '#src/api/api-error.ts'
import type { AccessToken, StoredSession } from './session-storage.ts'

export interface Tokens {
  refreshToken: string
  access: AccessToken
}

export interface SessionContext {
  refreshToken: string | null
  access: AccessToken | null
  /** at the start this may be the user that the device remembers, until the server has been asked */
  user: User | null
  userIsCurrent: boolean
  /** the session is over while `user` was typing: their screen is kept, hidden, until they or another user log in */
  isLapsed: boolean
  /** refresh token that was given up here, and that the server has not revoked yet */
  discarded: string | null
  failure: LoginFailure | null
  /** code from the school's login, until it is exchanged */
  schoolCode: string | null
  /** the password was right: the second factor that is needed now */
  challenge: Challenge | null
  /** link for the last user who logged out here to end their login at the school too */
  endSchoolLogin: Link | null
  /** why the last refresh or fetch failed, while the session waits to try again */
  problem: unknown
  attempts: number
  /** the server's clock minus the device's (ms), as last received; a token gives it in whole seconds */
  receivedOffset: number | null
  /** ms since the epoch, by the device's clock */
  now: () => number
  /** whether the user typed something on this screen that would be lost with it */
  hasTyped: () => boolean
}

export const nothingKnown = {
  refreshToken: null,
  access: null,
  user: null,
  userIsCurrent: false,
  isLapsed: false,
  failure: null,
  schoolCode: null,
  challenge: null,
  endSchoolLogin: null,
  problem: null,
  attempts: 0,
  receivedOffset: null,
} satisfies Partial<SessionContext>

/** Returns the known object for unchanged data of a user, so that the screen does not fetch again. */
export const sameOrNew = (known: User | null, given: User): User =>
  known && JSON.stringify(known) === JSON.stringify(given) ? known : given

/** A right password that needs a second factor: one of `factors`, sent with `ticket`. */
export interface Challenge {
  ticket: string
  factors: readonly SecondFactor[]
  /** challenge for a passkey; null where there is none */
  passkey: PasskeyJson | null
}

/** Exactly one of them. */
export type FactorProof = Pick<Proof, 'code' | 'recovery_code' | 'passkey'>

/** Method of an attempt to log in. */
export type LoginAttempt =
  | { credentials: Credentials }
  | { passkey: PasskeyJson }
  | { schoolCode: string }
  | ({ ticket: string } & FactorProof)

export type SessionEvent =
  | { type: 'login.submitted'; credentials: Credentials }
  | { type: 'passkey.presented'; passkey: PasskeyJson }
  /** second factor, after the password */
  | { type: 'factor.submitted'; proof: FactorProof }
  | { type: 'factor.abandoned' }
  | { type: 'logout.requested' }
  /** a request is about to be sent, and needs a valid token */
  | { type: 'token.needed' }
  /** the API answered 401 to this token */
  | { type: 'token.refused'; token: string }
  | { type: 'network.returned' }
  /** the server's present time (ms since the epoch), received just now */
  | { type: 'time.received'; serverTime: number }
  /** new data of the user, from another answer of the server */
  | { type: 'user.changed'; user: User }
  /** the user logged in by other means than the login form */
  | { type: 'session.given'; tokens: Tokens }
  /** another tab logged in or refreshed */
  | { type: 'session.replaced'; stored: StoredSession }
  /** another tab logged out or was refused */
  | { type: 'session.removed' }

export type EndCause = 'logout' | 'refused' | 'other-tab' | 'other-user'

/** Events for the rest of the app. */
export type SessionEmitted =
  | { type: 'session.started'; user: User }
  /** the session is over; what this user typed is kept until they or another user log in */
  | { type: 'session.lapsed'; user: User }
  /** `user` is the one who was logged in, or null if none was known yet */
  | { type: 'session.ended'; cause: EndCause; user: User | null }
  | { type: 'login.failed'; failure: LoginFailure }

/** Why a user is not logged in, for the login form. */
export type LoginFailure =
  | 'login-failed'
  | 'unavailable'
  | 'no-network'
  /** an existing session is over: it was ended elsewhere, or not used for too long */
  | 'login-over'
  /** an existing session is over: its method of login is off for such users */
  | 'login-method-off'
  /** the school accepted the login, but the server gave no answer */
  | 'school-login-cut-off'
  | LoginReason
  | TooManyAttempts
  | SchoolFailure

export interface TooManyAttempts {
  /** seconds to wait, from the server, or null */
  retryAfter: number | null
}

/** Failure of the school's login, from its redirect; `code` is shown to a user who is barred. */
export interface SchoolFailure {
  school: SchoolLoginFailure
  code: string | null
}

/** Reasons of the server that become the failure whatever their status is. */
const REASONS = [
  'password-login-off',
  'second-factor-missing',
  'second-factor-wrong',
  'second-factor-over',
  'passkey-refused',
  'school-code-unknown',
] as const
type LoginReason = (typeof REASONS)[number]

export function loginFailureOf(error: unknown, { schoolCode, challenge }: Tried): LoginFailure {
  const cause = causeOf(error)
  if (cause instanceof NetworkError) return schoolCode === null ? 'no-network' : 'school-login-cut-off'
  if (!(cause instanceof ApiError)) return 'unavailable'
  const reason = REASONS.find((known) => known === cause.reason)
  if (reason) return reason
  if (cause.status === 429) return { retryAfter: cause.retryAfter }
  if (cause.status !== 401 && cause.status !== 400) return 'unavailable'
  if (challenge) return 'second-factor-wrong'
  return schoolCode === null ? 'login-failed' : 'school-code-unknown'
}

type Tried = Pick<SessionContext, 'schoolCode' | 'challenge'>

/** Second factor that the server requires after a right password; null for any other refusal. */
export function challengeIn(error: unknown): Challenge | null {
  const cause = causeOf(error)
  if (!isRefusedFor<SecondFactorNeeded>(cause, 'second-factor-needed')) return null
  const { ticket, factors, passkey } = cause.details
  return { ticket, factors, passkey }
}

/** Whether an error ends the session: the server no longer knows the token (401), or cannot even read it (400). */
export function isRefusal(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof ApiError && (cause.status === 401 || cause.status === 400)
}

export function endingOf(error: unknown): LoginFailure {
  const cause = causeOf(error)
  return cause instanceof ApiError && cause.reason === 'login-method-off' ? 'login-method-off' : 'login-over'
}

/** Pause (ms) that the server asked for; 0 if none. */
export function requestedPause(error: unknown): number {
  const cause = causeOf(error)
  return cause instanceof ApiError ? (cause.retryAfter ?? 0) * 1000 : 0
}

/** An actor's error says what it was doing, and has the call's own error as its cause. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && !isCallError(error) ? error.cause : error

const isCallError = (error: unknown): boolean => error instanceof ApiError || error instanceof NetworkError
