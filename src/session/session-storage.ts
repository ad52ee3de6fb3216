import type { User } from '#domain/users/user.schema.ts'
import { type AccessToken, readAccessToken } from './access-token.ts'

/** What this device keeps of a session. Tabs share the access token too, so that one refresh serves them all. */
export interface StoredSession {
  refreshToken: string
  access: AccessToken | null
  user: User | null
}

export interface SessionStorage {
  read(): StoredSession | null
  begin(session: StoredSession): void
  /** Takes the place of the session with that refresh token; does nothing when it was ended or succeeded meanwhile. */
  replace(refreshToken: string, session: StoredSession): void
  forget(refreshToken: string): void
}

export const REFRESH_TOKEN_KEY = 'refresh_token'
const REST_KEY = 'session'

export function sessionStorageIn(storage: Storage): SessionStorage {
  const isHeld = (refreshToken: string) => storage.getItem(REFRESH_TOKEN_KEY) === refreshToken

  function begin({ refreshToken, access, user }: StoredSession) {
    try {
      storage.setItem(REST_KEY, JSON.stringify({ token: access?.token, receivedAt: access?.receivedAt, user }))
      // The refresh token last: other tabs hear of this one, and then read the rest.
      storage.setItem(REFRESH_TOKEN_KEY, refreshToken)
    } catch {
      // Storage that is full or refused costs the session when the page closes, not now.
    }
  }

  return {
    read() {
      const refreshToken = storage.getItem(REFRESH_TOKEN_KEY)
      return refreshToken === null ? null : { refreshToken, ...restOf(storage.getItem(REST_KEY)) }
    },
    begin,
    replace(refreshToken, session) {
      if (isHeld(refreshToken)) begin(session)
    },
    forget(refreshToken) {
      if (!isHeld(refreshToken)) return
      storage.removeItem(REST_KEY)
      storage.removeItem(REFRESH_TOKEN_KEY)
    },
  }
}

/** What cannot be read, or is not of one person, is fetched anew: only the refresh token matters. */
function restOf(text: string | null): Pick<StoredSession, 'access' | 'user'> {
  try {
    const { token, receivedAt, user } = JSON.parse(text ?? '')
    const access = readAccessToken(token, receivedAt)
    return user?.id === access.userId ? { access, user } : { access, user: null }
  } catch {
    return { access: null, user: null }
  }
}
