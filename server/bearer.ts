import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { createSameTurnLoader } from '#database/queries/batched-reads.ts'
import { type Bearer, findBearers } from '#database/queries/find-bearers.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { type Factor, factorSchema } from '#domain/logins/login.schema.ts'
import { isStrong } from '#domain/logins/second-factor.rules.ts'
import { type Area, type Role, reaches, rolesOf } from '#domain/users/roles.ts'
import type { Keys } from './keys.ts'
import { Problem } from './problem.ts'

/** Claims of an access token (RFC 7519): user, session, and expiry in seconds by the server's clock. */
export interface AccessTokenClaims {
  sub: string
  /** session id */
  sid: number
  /** `user.token_version`; a higher one in the database revokes the token */
  ver: number
  iat: number
  exp: number
  /** the session was too weak by the settings at the time (`judgeSession`) */
  weak?: true
}

/** Sender of a request, with the current data of their account. */
export interface Caller {
  id: number
  roles: Role[]
  sessionId: number
  /** `user.token_version`, equal to that of the token */
  tokenVersion: number
  /** when they last proved their identity, in ms since the epoch */
  provedAt: number
  /** they must prove more than a password before anything else; see `judgeSession` */
  isWeak?: boolean
  /** they logged in through the school, and may end their session there too */
  canLeaveSchool?: boolean
  /** students of the school follow a system of its own */
  hasSource?: boolean
  /** expiry of the token, in ms since the epoch */
  until: number
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /**
     * Finds the bearer together with data about the token's user that the route needs, in one statement, so that the check is
     * nearly free. Must find the same users as `findBearers`. Undefined leaves it to the hook.
     */
    findBearer?: (request: FastifyRequest, claims: AccessTokenClaims) => Promise<Bearer | undefined> | undefined
    /** admits weak sessions too: for proving one's identity further, and for one's own account */
    admitsWeak?: boolean
  }
}

interface BearerOptions {
  database: Database
  keys: Keys
  /** ms since the epoch */
  clock: () => number
  /** whether the school's login provider can end its own sessions on request */
  schoolEndsSessions?: () => boolean
  /** whether students follow a system of the school */
  hasSource?: boolean
}

/**
 * Most cached tokens: as many as a school has students at once, each for a quarter of an hour. Caches only the signature check,
 * which costs as much as all else in a 304 reply; whether the token is still valid is checked each time.
 */
const MOST_TOKENS_CACHED = 10_000

/**
 * Lets `app` sign access tokens, and returns the hook for routes that need a caller. It runs `onRequest`, so that a stranger's
 * body is not even read. Throws 401 problems.
 */
export async function registerBearer(
  app: FastifyInstance,
  { database, keys, clock, schoolEndsSessions, hasSource = false }: BearerOptions,
) {
  await app.register(jwt, {
    secret: keys.accessToken,
    sign: { algorithm: 'HS256' },
    // Expiry is checked below, by our own clock.
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  })
  app.decorateRequest('caller', null)

  const findBearer = createSameTurnLoader(async (sessionIds: number[]) => {
    const bearers = await findBearers(database.kysely, sessionIds)
    return new Map(bearers.map((bearer) => [bearer.session_id, bearer]))
  })

  const claimsIn = memoize(MOST_TOKENS_CACHED, (header) => readClaims(app, header))

  return async (request: FastifyRequest): Promise<void> => {
    const claims = claimsIn(request.headers.authorization ?? '')
    const noted = { user: Number(claims.sub), session: claims.sid }
    if (claims.exp * 1000 <= clock()) throw new Problem('token-expired', { noted })
    const bearer = await (request.routeOptions.config.findBearer?.(request, claims) ?? findBearer(claims.sid))
    if (!bearer || bearer.user_id !== Number(claims.sub) || bearer.token_version !== claims.ver)
      throw new Problem('token-revoked', { noted })
    const isWeak = claims.weak === true && !isStrong(factorsIn(bearer.factors))
    if (isWeak && !request.routeOptions.config.admitsWeak) throw new Problem('login-too-weak', { noted })
    request.caller = {
      id: bearer.user_id,
      isWeak,
      roles: rolesOf(bearer),
      sessionId: bearer.session_id,
      tokenVersion: claims.ver,
      provedAt: Date.parse(bearer.authenticated_at ?? bearer.created_at),
      canLeaveSchool: bearer.method === 'school' && schoolEndsSessions?.() === true,
      hasSource,
      until: claims.exp * 1000,
    }
  }
}

/** Caller of a route with the bearer hook; throws 401 on a route without it. */
export function callerOf(request: Pick<FastifyRequest, 'caller'>): Caller {
  if (!request.caller) throw new Problem('token-missing')
  return request.caller
}

/**
 * Checks that the caller is this user or an administrator, and returns which. Throws `not-yours` for every other id, even
 * unknown ones, so that the reply does not reveal who exists.
 */
export function authorise(caller: Caller, userId: number): EnrollingParty {
  const party = partyOf(caller)
  if (party === 'student') requireOwn(caller, userId)
  return party
}

/** Whether a caller within the reach of the route acts as the user or as an administrator. */
export const partyOf = (caller: Caller): EnrollingParty =>
  reaches(caller, 'administration') ? 'administrator' : 'student'

/** Checks that the caller is this user, for acts that not even administrators do for others. Throws `not-yours`. */
export function requireOwn(caller: Caller, userId: number): void {
  if (caller.id !== userId) throw new Problem('not-yours')
}

/** Checks that the caller reaches this area. Throws `not-yours`, whether or not the requested thing exists. */
export function requireReach(caller: Caller, area: Area): Caller {
  if (!reaches(caller, area)) throw new Problem('not-yours')
  return caller
}

/**
 * Requires a proof of identity within the last `stepUp` ms, for acts that a passer-by at an open device must not do. Check
 * permissions first, so that others learn nothing more. Throws `login-too-old`, after which the app asks for a proof.
 */
export function requireRecentProof({ provedAt }: Caller, stepUp: number | undefined, now: number): void {
  if (stepUp !== undefined && provedAt + stepUp <= now) throw new Problem('login-too-old')
}

/** Parses `session.factors`. */
export const factorsIn = (kept: string | null): readonly Factor[] | null =>
  kept === null ? null : z.array(factorSchema).parse(JSON.parse(kept))

export const signClaims = (app: FastifyInstance, claims: AccessTokenClaims): string => app.jwt.sign(claims)

const forged = () => new Problem('token-missing', { noted: { event: 'token-forged' } })

/** Whether the claims are complete: a token without expiry would never expire, since no number is less than undefined. */
function isWhole(claims: unknown): claims is AccessTokenClaims {
  if (typeof claims !== 'object' || claims === null) return false
  const { sub, sid, ver, exp }: Partial<Record<string, unknown>> = { ...claims }
  return typeof sub === 'string' && [sid, ver, exp].every(Number.isSafeInteger)
}

/** Reads the claims of a token. One that this server did not sign, or signed otherwise, counts as absent. */
function readClaims(app: FastifyInstance, header: string): AccessTokenClaims {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  if (!token) throw header === '' ? new Problem('token-missing') : forged()
  try {
    const claims: unknown = app.jwt.verify(token)
    if (isWhole(claims)) return claims
  } catch {
    throw forged()
  }
  throw forged()
}

/** Caches results of `find` for the latest `limit` keys. Only for values that never change; errors are not cached. */
function memoize<Value>(limit: number, find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const fresh = find(key)
    if (known.size === limit) {
      const [oldest = ''] = known.keys()
      known.delete(oldest)
    }
    known.set(key, fresh)
    return fresh
  }
}
