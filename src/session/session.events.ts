import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { LoginFailure } from './session-failure.ts'
import type { StoredSession } from './session-storage.ts'

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
  | { type: 'time.told'; serverTime: number }
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
