import type { SecondFactorNeeded } from '#contract/logins.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { PasskeyJson, Proof, SecondFactor } from '#domain/logins/login.schema.ts'
import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ApiError, isRefusedFor, NetworkError } from '#src/api/api-error.ts'
import type { AccessToken, StoredSession } from './session-storage.ts'

/** Result of a refresh. */
export interface Tokens {
  refreshToken: string
  access: AccessToken
}

export interface SessionContext {
  refreshToken: string | null
  access: AccessToken | null
  /** at a start this may be who the device remembers, until the server has been asked */
  user: User | null
  userIsCurrent: boolean
  /** the session is over, and `user` was typing: their screen is kept, out of sight, until they or others log in */
  isLapsed: boolean
  /** a refresh token that was given up here, and that the server has not revoked yet */
  discarded: string | null
  failure: LoginFailure | null
  /** with which the school's login led back here, until it was exchanged */
  schoolCode: string | null
  /** the password was right: what is awaited beside it */
  challenge: Challenge | null
  /** address by which the last user who logged out here ends their login at the school too */
  endSchoolLogin: Link | null
  /** why the last refresh or fetch gave nothing, while the session waits to try again */
  problem: unknown
  attempts: number
  /** the server's clock minus the device's, as last received; a token has it to the second only */
  receivedOffset: number | null
  /** milliseconds since the epoch, by the device's clock */
  now: () => number
  /** whether something was typed on the screen that would be lost with it */
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

/** A user that the server sends unchanged stays the same object, so that the screen fetches nothing again for it. */
export const sameOrNew = (known: User | null, given: User): User =>
  known && JSON.stringify(known) === JSON.stringify(given) ? known : given

/** A password that is right and not enough: what goes on with `ticket`, by one of these. */
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

/** Events of a session. */
export type SessionEvent =
  | { type: 'login.submitted'; credentials: Credentials }
  | { type: 'passkey.presented'; passkey: PasskeyJson }
  /** factor that follows a password */
  | { type: 'factor.submitted'; proof: FactorProof }
  | { type: 'factor.abandoned' }
  | { type: 'logout.requested' }
  /** a request is about to be sent, and wants a token that is good */
  | { type: 'token.needed' }
  /** the API answered 401 to this token */
  | { type: 'token.refused'; token: string }
  | { type: 'network.returned' }
  /** the server said what time it is there (ms since the epoch), at this moment */
  | { type: 'time.received'; serverTime: number }
  /** the server said, in answer to something else, how the user is now */
  | { type: 'user.changed'; user: User }
  /** the user logged in by other means than the login box */
  | { type: 'session.given'; tokens: Tokens }
  /** another tab logged in, or refreshed */
  | { type: 'session.replaced'; stored: StoredSession }
  /** another tab logged out, or was refused */
  | { type: 'session.removed' }

export type EndCause = 'logout' | 'refused' | 'other-tab' | 'other-user'

/** Events for the rest of the app. */
export type SessionEmitted =
  | { type: 'session.started'; user: User }
  /** it is over, and what this person typed is kept until they log in again, or somebody else does */
  | { type: 'session.lapsed'; user: User }
  /** `user` is who was logged in, or null when nobody was known yet */
  | { type: 'session.ended'; cause: EndCause; user: User | null }
  | { type: 'login.failed'; failure: LoginFailure }

/** Why somebody is not logged in who was or wants to be, as the login box says it. */
export type LoginFailure =
  | 'login-failed'
  | 'unavailable'
  | 'no-network'
  /** a login that held is over: it was ended elsewhere, or not used for too long */
  | 'login-over'
  /** the same, since nobody like them may log in so any more */
  | 'login-method-off'
  /** the school let somebody in, and no answer of the server came to that */
  | 'school-login-cut-off'
  | LoginReason
  | TooManyAttempts
  | SchoolFailure

export interface TooManyAttempts {
  /** seconds the server asks to wait, or null */
  retryAfter: number | null
}

/** Failure of the school's login on the way back; with a code to be shown where somebody is barred. */
export interface SchoolFailure {
  school: SchoolLoginFailure
  code: string | null
}

/** Reasons of the server that say by themselves what is the matter, whatever their status. */
const REASONS = [
  'password-login-off',
  'second-factor-missing',
  'second-factor-wrong',
  'second-factor-over',
  'passkey-refused',
  'school-code-unknown',
] as const
type LoginReason = (typeof REASONS)[number]

/** Failure of a login that was tried like this. */
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

/** Further factor that the server requires after a right password; null when it refused for anything else. */
export function challengeIn(error: unknown): Challenge | null {
  const cause = causeOf(error)
  if (!isRefusedFor<SecondFactorNeeded>(cause, 'second-factor-needed')) return null
  const { ticket, factors, passkey } = cause.details
  return { ticket, factors, passkey }
}

/** Only this ends a session: the server knows the token no more (401), or cannot even read it (400). */
export function isRefusal(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof ApiError && (cause.status === 401 || cause.status === 400)
}

/** Why a session was refused that held until then. */
export function endingOf(error: unknown): LoginFailure {
  const cause = causeOf(error)
  return cause instanceof ApiError && cause.reason === 'login-method-off' ? 'login-method-off' : 'login-over'
}

/** Milliseconds that the server asked to be left alone; 0 when it did not. */
export function requestedPause(error: unknown): number {
  const cause = causeOf(error)
  return cause instanceof ApiError ? (cause.retryAfter ?? 0) * 1000 : 0
}

/** Actors say what they were doing and put the call's own error below it. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && !isCallError(error) ? error.cause : error

const isCallError = (error: unknown): boolean => error instanceof ApiError || error instanceof NetworkError
