import type { User } from '#domain/users/user.schema.ts'
import type { AccessToken } from './access-token.ts'
import type { LoginFailure } from './session-failure.ts'

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
  toldOffset: number | null
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
  toldOffset: null,
} satisfies Partial<SessionContext>

/** A user whom the server gives unchanged stays the same object, so that nothing on the screen is fetched for it anew. */
export const sameOrNew = (known: User | null, given: User): User =>
  known && JSON.stringify(known) === JSON.stringify(given) ? known : given
