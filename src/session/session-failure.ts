import { ApiError, NetworkError } from '#src/api/api-error.ts'

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
