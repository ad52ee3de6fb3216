const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Decision 26, in ms. */
export const ACCESS_TOKEN_LIFETIME = 15 * MINUTE
export const REFRESH_TOKEN_IDLE = 14 * DAY
export const SESSION_LIFETIME = 90 * DAY
/** how long a refresh token that was already exchanged gives the same successor again */
export const REPEAT_WINDOW = MINUTE

/** No refresh token outlives its session. */
export const refreshTokenExpiry = (now: number, sessionExpiresAt: string): string => {
  const idle = new Date(now + REFRESH_TOKEN_IDLE).toISOString()
  return idle < sessionExpiresAt ? idle : sessionExpiresAt
}
