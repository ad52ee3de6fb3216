import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type AccessTokenClaims, signClaims } from '#server/bearer.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Decision 26, in ms. */
export const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE
export const REFRESH_TOKEN_IDLE_MS = 14 * DAY
export const SESSION_LIFETIME_MS = 90 * DAY
/** how long a refresh token that was already exchanged gives the same successor again */
export const REPEAT_WINDOW_MS = MINUTE

/** No refresh token outlives its session. */
export const refreshTokenExpiry = (now: number, sessionExpiresAt: string): string => {
  const idle = new Date(now + REFRESH_TOKEN_IDLE_MS).toISOString()
  return idle < sessionExpiresAt ? idle : sessionExpiresAt
}

/** A login that holds: whose, on which device's session, and as of which state of the account. */
export interface OpenSession {
  id: number
  user_id: number
  token_version: number
  /** its person has to prove more than a password first */
  isWeak?: boolean
}

/** `now` in ms since the epoch; the token counts in seconds. */
function signAccessToken(app: FastifyInstance, session: OpenSession, now: number): string {
  const issued = Math.floor(now / 1000)
  const claims: AccessTokenClaims = {
    sub: String(session.user_id),
    sid: session.id,
    ver: session.token_version,
    iat: issued,
    exp: issued + ACCESS_TOKEN_LIFETIME_MS / 1000,
    ...(session.isWeak && { weak: true }),
  }
  return signClaims(app, claims)
}

/** Answer to a login. */
export const tokensOf = (app: FastifyInstance, session: OpenSession & { refresh_token: string }, now: number) => ({
  token: signAccessToken(app, session, now),
  refresh_token: session.refresh_token,
})

/** 256 random bits, base64url. Only its hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** Hash that the database keeps: the token has too many bits to be guessed from it, so no slow hash is needed. */
export const refreshTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Stands in a refresh token before the family's first one; base64url has no such sign. */
const FIRST_BEHIND = '.'

/**
 * Derived rather than drawn, so that a reply that was lost on its way can be given again without storing the token. It ends
 * with the family's first token, by which a token is known whose own row is gone.
 */
export const successorOf = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url') + FIRST_BEHIND + firstOf(token)

/** The token that the login of this one began with: itself where it is that one. */
export const firstOf = (token: string): string => token.slice(token.lastIndexOf(FIRST_BEHIND) + 1)
