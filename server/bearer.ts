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

/** Claims of an access token (RFC 7519): the user, the session, and the expiry by the server's clock (seconds). */
export interface AccessTokenClaims {
  sub: string
  /** session id */
  sid: number
  /** `user.token_version`; a higher one in the database revokes the token */
  ver: number
  iat: number
  exp: number
  /** the session was too weak by the settings of then (`judgeSession`) */
  weak?: true
}

/** Who sends a request, as the database knows them now. */
export interface Caller {
  id: number
  roles: Role[]
  sessionId: number
  /** `user.token_version`, with which the token agrees */
  tokenVersion: number
  /** when they proved last who they are, in ms since the epoch */
  provedAt: number
  /** they have to prove more than a password before they do anything else; see `judgeSession` */
  isWeak?: boolean
  /** they came by the school's login, and may end their session there too */
  canLeaveSchool?: boolean
  /** when the token expires, in ms since the epoch */
  until: number
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /**
     * Asks for the bearer together with what the route needs of the token's user: one statement for both, by
     * which a check takes hardly more. It finds the same users as `findBearers`. Undefined leaves it to the hook.
     */
    findBearer?: (request: FastifyRequest, claims: AccessTokenClaims) => Promise<Bearer | undefined> | undefined
    /** also for a session that is too weak: what a person proves more by, and who they are */
    admitsWeak?: boolean
  }
}

interface BearerOptions {
  database: Database
  keys: Keys
  /** ms since the epoch */
  clock: () => number
  /** whether the provider of the school's logins ends sessions of its own when it is asked to */
  schoolEndsSessions?: () => boolean
}

/**
 * Most cached tokens: as many as a school has students at once, each for a quarter of an hour. A signature stays valid;
 * whether the token still is, is checked each time. Verifying costs as much as all else in an answer of 304.
 */
const TOKENS = 10_000

/**
 * Gives `app` the means to sign access tokens and returns the hook for routes that need a caller:
 * `onRequest`, so that a stranger's body is not even read. Throws 401 problems.
 */
export async function registerBearer(
  app: FastifyInstance,
  { database, keys, clock, schoolEndsSessions }: BearerOptions,
) {
  await app.register(jwt, {
    secret: keys.accessToken,
    sign: { algorithm: 'HS256' },
    // The clock is ours: expiry is judged below.
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  })
  app.decorateRequest('caller', null)

  const findBearer = createSameTurnLoader(async (sessionIds: number[]) => {
    const bearers = await findBearers(database.kysely, sessionIds)
    return new Map(bearers.map((bearer) => [bearer.session_id, bearer]))
  })

  const claimsIn = memoize(TOKENS, (header) => readClaims(app, header))

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
      until: claims.exp * 1000,
    }
  }
}

/** The caller of a route that has the bearer hook; throws 401 on one that lacks it. */
export function callerOf(request: Pick<FastifyRequest, 'caller'>): Caller {
  if (!request.caller) throw new Problem('token-missing')
  return request.caller
}

/**
 * People touch their own data, administrators anybody's; returns which of the two this caller does. Throws
 * `not-yours` for every other id, also one that nobody has: the answer says nothing about who exists.
 */
export function authorise(caller: Caller, userId: number): EnrollingParty {
  const party = partyOf(caller)
  if (party === 'student') requireOwn(caller, userId)
  return party
}

/** In which of the two ways a caller acts on a user within the reach of the route. */
export const partyOf = (caller: Caller): EnrollingParty =>
  reaches(caller, 'administration') ? 'administrator' : 'student'

/** For what nobody does for somebody else, administrators neither. Throws `not-yours`. */
export function requireOwn(caller: Caller, userId: number): void {
  if (caller.id !== userId) throw new Problem('not-yours')
}

/** Throws `not-yours` to who does not reach this area, whether the thing asked about exists or not. */
export function requireReach(caller: Caller, area: Area): Caller {
  if (!reaches(caller, area)) throw new Problem('not-yours')
  return caller
}

/**
 * For what is asked of nobody whose device was left open: they proved within `stepUp` ms that it is them. Asked after what
 * they may, so that who may not learns nothing else. Throws `login-too-old`, which the app answers by asking for a proof.
 */
export function requireRecentProof({ provedAt }: Caller, stepUp: number | undefined, now: number): void {
  if (stepUp !== undefined && provedAt + stepUp <= now) throw new Problem('login-too-old')
}

/** Factors in the form that `session.factors` keeps. */
export const factorsIn = (kept: string | null): readonly Factor[] | null =>
  kept === null ? null : z.array(factorSchema).parse(JSON.parse(kept))

export const signClaims = (app: FastifyInstance, claims: AccessTokenClaims): string => app.jwt.sign(claims)

const forged = () => new Problem('token-missing', { noted: { event: 'token-forged' } })

/** Without an expiry a token would never be over: a comparison with undefined is never true. */
function isWhole(claims: unknown): claims is AccessTokenClaims {
  if (typeof claims !== 'object' || claims === null) return false
  const { sub, sid, ver, exp }: Partial<Record<string, unknown>> = { ...claims }
  return typeof sub === 'string' && [sid, ver, exp].every(Number.isSafeInteger)
}

/** A token that this server did not sign, or not as it signs them, is as good as none. */
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

/**
 * `find`, asked once for each key while no more than `limit` others came after it. Only for what stays true for ever; an
 * error is not kept.
 */
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
