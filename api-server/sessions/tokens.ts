import { createHmac, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoginMethod } from '#domain/logins/login.schema.ts'
import { type AccessTokenClaims, signClaims } from '#server/bearer.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS
export const REFRESH_TOKEN_IDLE_MS = 14 * DAY_MS
export const SESSION_LIFETIME_MS = 90 * DAY_MS

/** Expiry of a refresh token, which never outlives its session. */
export const refreshTokenExpiry = (now: number, sessionExpiresAt: string): string => {
  const idle = new Date(now + REFRESH_TOKEN_IDLE_MS).toISOString()
  return idle < sessionExpiresAt ? idle : sessionExpiresAt
}

/** A valid session with its user and the version of their account. */
export interface OpenSession {
  id: number
  user_id: number
  token_version: number
  generation: number
  /** true if the user must first prove more than a password */
  isWeak?: boolean
}

/** Whether a proof has asked for new tokens, and none were given yet. */
export const isRenewing = ({ generation, renewed_at }: { generation: number; renewed_at: string | null }): boolean =>
  generation > 0 && renewed_at === null

/** `now` in ms since the epoch; the token counts in seconds. */
function signAccessToken(app: FastifyInstance, session: OpenSession, now: number): string {
  const issued = Math.floor(now / 1000)
  const claims: AccessTokenClaims = {
    sub: String(session.user_id),
    sid: session.id,
    ver: session.token_version,
    gen: session.generation,
    iat: issued,
    exp: issued + ACCESS_TOKEN_LIFETIME_MS / 1000,
    ...(session.isWeak && { weak: true }),
  }
  return signClaims(app, claims)
}

export interface NewSession extends OpenSession {
  refresh_token: string
  method: LoginMethod
}

/** Logs a login, with ids only, and returns the reply to it. */
export function tokensOfLogin(request: FastifyRequest, session: NewSession, now: number) {
  request.log.info({ user: session.user_id, session: session.id, method: session.method }, 'logged in')
  return tokensOf(request.server, session, now)
}

export const tokensOf = (app: FastifyInstance, session: OpenSession & { refresh_token: string }, now: number) => ({
  token: signAccessToken(app, session, now),
  refresh_token: session.refresh_token,
})

/** 256 random bits, base64url. Only its hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** Hash stored in the database. The token has too many random bits to be guessed, so a fast hash suffices. */
export const refreshTokenHash = (token: string): string => hash('sha256', token, 'base64url')

/** Separates a refresh token from the first one of its session; not a base64url character. */
const FIRST_BEHIND = '.'

/**
 * Successor of a token. Derived instead of random, so that a lost reply can be repeated without storing the token. Ends with
 * the first token of the session, by which a token with a deleted row is recognised. A `KeyObject`, since an HMAC with a plain
 * key takes six times as long.
 */
export const successorOf = (token: string, key: KeyObject): string =>
  createHmac('sha256', key).update(token).digest('base64url') + FIRST_BEHIND + firstOf(token)

/** First token of the session of this one, which may be the token itself. */
export const firstOf = (token: string): string => token.slice(token.lastIndexOf(FIRST_BEHIND) + 1)
