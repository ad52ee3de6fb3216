import type { User } from '#domain/users/user.schema.ts'

/** The JWT of one session, with what the app needs of it. All times are in milliseconds. */
export interface AccessToken {
  token: string
  userId: number
  /**
   * time of receipt by the device's clock; the time since then is the token's age, whatever the time of day on either
   * side
   */
  receivedAt: number
  lifetime: number
  /** the server's clock minus the device's */
  clockOffset: number
}

/** A token this near its end is refreshed before it is used. */
const MARGIN_MS = 300_000

/** Reads the claims only: whether the token is genuine is the server's to judge. Throws on anything but such a JWT. */
export function readAccessToken(token: string, receivedAt: number): AccessToken {
  const { sub, iat, exp } = claimsOf(token)
  const [userId, issued, expires] = [Number(sub), Number(iat), Number(exp)]
  if (Number.isNaN(userId + issued + expires)) throw new TypeError('A token without sub, iat or exp')
  return { token, userId, receivedAt, lifetime: (expires - issued) * 1000, clockOffset: issued * 1000 - receivedAt }
}

function claimsOf(token: string): Record<string, unknown> {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}

/** How long the token may still be used. A short-lived one keeps half its life, or it would be refreshed without end. */
export function timeLeft({ receivedAt, lifetime }: AccessToken, now: number): number {
  const age = now - receivedAt
  // Kept from before somebody set the clock back: its age can't be known. Tabs may differ by less than the margin.
  if (age < -MARGIN_MS) return 0
  return lifetime - Math.min(MARGIN_MS, lifetime / 2) - age
}

/**
 * The time on this device in milliseconds since the epoch, never running back. `Date` follows a clock that people set;
 * `performance` stands still while some phones sleep. Whichever went further is right about how much time has passed.
 */
export function deviceClock(): () => number {
  let time = Date.now()
  let mark = performance.now()
  return () => {
    const elapsed = performance.now() - mark
    mark += elapsed
    time = Math.max(Date.now(), time + elapsed)
    return time
  }
}

/** Data that this device keeps of a session. Tabs share the access token too, so that one refresh serves them all. */
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
export const REST_KEY = 'session'

export function sessionStorageIn(storage: Storage): SessionStorage {
  const isHeld = (refreshToken: string) => storage.getItem(REFRESH_TOKEN_KEY) === refreshToken

  function begin({ refreshToken, access, user }: StoredSession) {
    try {
      storage.setItem(REST_KEY, JSON.stringify({ token: access?.token, receivedAt: access?.receivedAt, user }))
      // The refresh token last: other tabs are notified of this one, and then read the rest.
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

/** Values that cannot be read, or belong to another user, are fetched again: only the refresh token matters. */
function restOf(text: string | null): Pick<StoredSession, 'access' | 'user'> {
  try {
    const { token, receivedAt, user } = JSON.parse(text ?? '')
    const access = readAccessToken(token, receivedAt)
    return user?.id === access.userId ? { access, user } : { access, user: null }
  } catch {
    return { access: null, user: null }
  }
}
