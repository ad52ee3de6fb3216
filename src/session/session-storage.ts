import type { User } from '#domain/users/user.schema.ts'

/** JWT of one session, and what the app reads from it. All times are in ms. */
export interface AccessToken {
  token: string
  userId: number
  /**
   * time of receipt by the device's clock; the token's age is the time since then, whatever the clocks of server and device say
   */
  receivedAt: number
  lifetime: number
  /** the server's clock minus the device's */
  clockOffset: number
}

/** A token is refreshed this long before it expires. */
const MARGIN_MS = 300_000

/** Reads the claims only: the server verifies tokens. Throws on anything but such a JWT. */
export function readAccessToken(token: string, receivedAt: number): AccessToken {
  const { sub, iat, exp } = claimsOf(token)
  const [userId, issued, expires] = [Number(sub), Number(iat), Number(exp)]
  if (Number.isNaN(userId + issued + expires)) throw new TypeError('Not a token of the API')
  return { token, userId, receivedAt, lifetime: (expires - issued) * 1000, clockOffset: issued * 1000 - receivedAt }
}

function claimsOf(token: string): Record<string, unknown> {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}

/** How long (ms) the token may be used. The margin is at most half the lifetime, or a short-lived one would always be due. */
export function timeLeft({ receivedAt, lifetime }: AccessToken, now: number): number {
  const age = now - receivedAt
  // The token is from before the clock was set back: its age is unknown. Tabs may differ by less than the margin.
  if (age < -MARGIN_MS) return 0
  return lifetime - Math.min(MARGIN_MS, lifetime / 2) - age
}

/**
 * The device's time in ms since the epoch, which never runs back. `Date` follows a clock that people can set, and `performance`
 * stops while some phones sleep: the one that advanced further is right about the elapsed time.
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

/** Session data on this device. Tabs share the access token too, so that one refresh serves all. */
export interface StoredSession {
  refreshToken: string
  access: AccessToken | null
  user: User | null
}

export interface SessionStorage {
  read(): StoredSession | null
  begin(session: StoredSession): void
  /** Replaces the session with that refresh token; ignored if that session was ended or replaced in the meantime. */
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
      // The refresh token is last: its storage event makes other tabs read the rest.
      storage.setItem(REFRESH_TOKEN_KEY, refreshToken)
    } catch {
      // Full or refused storage loses the session when the page closes, not now.
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

/** Values that are unreadable or belong to another user are fetched again: only the refresh token matters. */
function restOf(text: string | null): Pick<StoredSession, 'access' | 'user'> {
  try {
    const { token, receivedAt, user } = JSON.parse(text ?? '')
    const access = readAccessToken(token, receivedAt)
    return user?.id === access.userId ? { access, user } : { access, user: null }
  } catch {
    return { access: null, user: null }
  }
}
