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
  sid: number
  /** `user.token_version`; a higher one in the database revokes the token */
  ver: number
  /** `session.generation` when it was signed; tokens of older releases have none */
  gen?: number
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
  generation?: number | undefined
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

/** Caller who makes a change, as a use case knows them. */
export type Actor = Pick<Caller, 'id' | 'roles'>

declare module 'fastify' {
  interface FastifyInstance {
    /** claims of the latest tokens that were signed here or verified, by Authorization header */
    knownClaims: Latest<AccessTokenClaims>
  }
  interface FastifyRequest {
    /** throws 401 where the bearer hook did not run: on a route without a token */
    readonly caller: Caller
    /** the caller once the bearer hook knows them; null before it and without it */
    knownCaller: Caller | null
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
  clock: () => number
  /** whether the school's login provider can end its own sessions on request */
  schoolEndsSessions?: () => boolean
  /** whether students follow a system of the school */
  hasSource?: boolean
}

/**
 * Most cached tokens: as many as a school has students at once, each for a quarter of an hour. Caches only the signature check,
 * which costs as much as all else in a 304 reply; whether the token is still valid is checked each time. A token that this
 * process signed is known from the start.
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
  app.decorateRequest('knownCaller', null)
  app.decorateRequest('caller', {
    getter() {
      if (!this.knownCaller) throw new Problem('token-missing')
      return this.knownCaller
    },
  })
  const claimsByHeader = new Latest<AccessTokenClaims>(MOST_TOKENS_CACHED)
  app.decorate('knownClaims', claimsByHeader)

  const findBearer = createSameTurnLoader(async (sessionIds: number[]) => {
    const bearers = await findBearers(database.kysely, sessionIds)
    return new Map(bearers.map((bearer) => [bearer.session_id, bearer]))
  })

  return async (request: FastifyRequest): Promise<void> => {
    const header = request.headers.authorization ?? ''
    const claims = claimsByHeader.get(header) ?? claimsByHeader.keep(header, readClaims(app, header))
    const noted = { user: Number(claims.sub), session: claims.sid }
    if (claims.exp * 1000 <= clock()) throw new Problem('token-expired', { noted })
    const bearer = await (request.routeOptions.config.findBearer?.(request, claims) ?? findBearer(claims.sid))
    if (!bearer || bearer.user_id !== Number(claims.sub) || bearer.token_version !== claims.ver)
      throw new Problem('token-revoked', { noted })
    if (isReplaced(claims.gen, bearer, clock())) throw new Problem('token-revoked', { noted })
    const isWeak = claims.weak === true && !isStrong(factorsIn(bearer.factors))
    if (isWeak && !request.routeOptions.config.admitsWeak) throw new Problem('login-too-weak', { noted })
    request.knownCaller = {
      id: bearer.user_id,
      isWeak,
      roles: rolesOf(bearer),
      sessionId: bearer.session_id,
      tokenVersion: claims.ver,
      generation: claims.gen,
      provedAt: Date.parse(bearer.authenticated_at ?? bearer.created_at),
      canLeaveSchool: bearer.method === 'school' && schoolEndsSessions?.() === true,
      hasSource,
      until: claims.exp * 1000,
    }
  }
}

/** ms in which what was replaced still counts: replies get lost, and other tabs take a moment to notice. */
export const REPEAT_WINDOW_MS = 60_000

/**
 * Whether the tokens of this generation were replaced after a proof of identity. Those of the generation before hold until a
 * minute after the first new ones were given, so that no tab is refused.
 */
export const isReplaced = (
  given: number | undefined,
  { generation, renewed_at }: Pick<Bearer, 'generation' | 'renewed_at'>,
  now: number,
): boolean =>
  given !== undefined &&
  given < generation &&
  (given < generation - 1 || (renewed_at !== null && Date.parse(renewed_at) + REPEAT_WINDOW_MS < now))

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

export const factorsIn = (kept: string | null): readonly Factor[] | null =>
  kept === null ? null : z.array(factorSchema).parse(JSON.parse(kept))

export function signClaims(app: FastifyInstance, claims: AccessTokenClaims): string {
  const token = app.jwt.sign(claims)
  app.knownClaims.keep(`Bearer ${token}`, claims)
  return token
}

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

/** The latest values that were kept, at most `limit`. */
class Latest<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  keep(key: string, value: Value): Value {
    if (this.#values.size === this.#limit) {
      const [oldest = ''] = this.#values.keys()
      this.#values.delete(oldest)
    }
    this.#values.set(key, value)
    return value
  }
}
