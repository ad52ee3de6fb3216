import type { FastifyInstance } from 'fastify'
import { type AccessTokenClaims, signClaims } from '#server/bearer.ts'
import { ACCESS_TOKEN_LIFETIME } from './session-limits.ts'

/** A login that holds: whose, on which device's session, and as of which state of the account. */
export interface OpenSession {
  id: number
  user_id: number
  token_version: number
}

/** `now` in ms since the epoch; the token counts in seconds. */
export function signAccessToken(app: FastifyInstance, session: OpenSession, now: number): string {
  const issued = Math.floor(now / 1000)
  const claims: AccessTokenClaims = {
    sub: String(session.user_id),
    sid: session.id,
    ver: session.token_version,
    iat: issued,
    exp: issued + ACCESS_TOKEN_LIFETIME / 1000,
  }
  return signClaims(app, claims)
}
