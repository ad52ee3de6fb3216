import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { AccessToken, StoredSession } from './session-storage.ts'

/** What a refresh gives. */
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
  /** a refresh token that was given up here, and of which the server has still to hear */
  discarded: string | null
  failure: LoginFailure | null
  /** why the last refresh or fetch gave nothing, while the session waits to try again */
  problem: unknown
  attempts: number
  /** the server's clock minus the device's, as it was told last; a token tells it to the second only */
  receivedOffset: number | null
  /** milliseconds since the epoch, by the device's clock */
  now: () => number
}

export const nothingKnown = {
  refreshToken: null,
  access: null,
  user: null,
  userIsCurrent: false,
  failure: null,
  problem: null,
  attempts: 0,
  receivedOffset: null,
} satisfies Partial<SessionContext>

/** A user whom the server gives unchanged stays the same object, so that nothing on the screen is fetched for it anew. */
export const sameOrNew = (known: User | null, given: User): User =>
  known && JSON.stringify(known) === JSON.stringify(given) ? known : given

/** What happens to a session. */
export type SessionEvent =
  | { type: 'login.submitted'; credentials: Credentials }
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
  /** another tab logged in, or refreshed */
  | { type: 'session.replaced'; stored: StoredSession }
  /** another tab logged out, or was refused */
  | { type: 'session.removed' }

export type EndCause = 'logout' | 'refused' | 'other-tab' | 'other-user'

/** What the rest of the app hears of it. */
export type SessionEmitted =
  | { type: 'session.started'; user: User }
  /** `user` is who was logged in, or null when nobody was known yet */
  | { type: 'session.ended'; cause: EndCause; user: User | null }
  | { type: 'login.failed'; failure: LoginFailure }

/** Why somebody is not logged in who was or wants to be, as the login box tells it. */
export type LoginFailure =
  | 'login-failed'
  | 'account-not-activated'
  | 'too-many-attempts'
  | 'unavailable'
  | 'no-network'
  /** a login that held is over: it was ended elsewhere, or not used for too long */
  | 'login-over'

export function loginFailureOf(error: unknown): LoginFailure {
  const cause = causeOf(error)
  if (cause instanceof NetworkError) return 'no-network'
  if (!(cause instanceof ApiError)) return 'unavailable'
  if (cause.reason === 'account-not-activated') return 'account-not-activated'
  if (cause.status === 401 || cause.status === 400) return 'login-failed'
  return cause.status === 429 ? 'too-many-attempts' : 'unavailable'
}

/** Only this ends a session: the server knows the token no more (401), or cannot even read it (400). */
export function isRefusal(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof ApiError && (cause.status === 401 || cause.status === 400)
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
