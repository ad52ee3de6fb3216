import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { type Endpoint, isKeyed, type Schemas } from '#contract/endpoint.ts'
import { doneSchema } from '#contract/outcomes.schema.ts'
import type { OutcomeId } from '#contract/outcomes.ts'
import { type AsksProof, proofs } from '#contract/proofs.ts'
import { errorReplySchema } from '#contract/refusals.schema.ts'
import { type ReasonCode, statusOfReason } from '#contract/refusals.ts'
import { checkReach, type NamedUser, type Reach, reasonsOfReach } from './reach.ts'

/** Server, or part of one, that has routes described by the contract. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

interface Description {
  summary: string
  /** who may call; others are refused before the handler */
  reach: Reach
  /** part of the request that names the user for `self`; default the `id` in the path */
  of?: NamedUser
  /** statuses instead of 200, or as well: 201, or 302 for a page that redirects */
  statuses?: readonly (200 | 201 | 302)[]
  /** admits weak sessions too, see `judgeSession`: for proving one's identity further, and for one's own account */
  admitsWeak?: boolean
  /** reasons for refusals of this operation; the usual ones and those of its reach are added */
  reasons?: readonly ReasonCode[]
  /** refusals with schemas of their own, by status */
  refusals?: Record<number, z.ZodType>
  /** for writes with a key: makes the reply again after it was lost */
  rebuild?: Rebuild
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** when it requires a recent proof; read by the hook in api-server/logins/step-up.ts */
    proof?: AsksProof
  }
}

/**
 * Makes the reply to a completed write again, from the present state and `ids`. Returns undefined or throws `not-found` if that
 * is no longer possible, e.g. since the entity was deleted.
 */
export type Rebuild = (request: FastifyRequest, ids: readonly OutcomeId[]) => Promise<object | undefined>

/** Method, path, validation and OpenAPI of one endpoint, for `app.route({ ...operation(…), handler })`. */
export function operation<Given extends Schemas>(
  endpoint: Endpoint<Given>,
  { reply, ...inputs }: Given,
  { summary, reach, of = 'params.id', statuses = [200], reasons = [], refusals = {}, rebuild, admitsWeak }: Description,
) {
  const { method, path } = endpoint
  const scheme = schemeOf(reach)
  const keeps = isKeyed(endpoint) && scheme === 'bearer'
  const hasInput = Object.keys(inputs).length > 0
  const proof = proofs.get(endpoint)
  const usual = [...usualReasons(method, scheme, hasInput), ...(proof ? (['login-too-old'] as const) : [])]
  const codes = [...new Set([...usual, ...(keeps ? keyReasons : []), ...reasonsOfReach(reach), ...reasons])]
  const response: Record<number, z.ZodType> & { 200: Given['reply'] } = { ...refusals, 200: reply }
  for (const status of statuses) response[status] = reply
  const config: FastifyContextConfig = {
    ...(keeps && { keeps: { status: Math.max(...statuses), rebuild } }),
    ...(admitsWeak && { admitsWeak }),
    ...(proof && { proof }),
  }
  if (keeps) response[ALREADY_DONE] = doneSchema
  // A schema of its own for a status includes the codes.
  for (const [status, schema] of errorReplies(codes)) response[status] = refusals[status] ?? schema
  const preHandler = checkReach(reach, of)
  declaredReach.set(endpoint, reach)
  return {
    method,
    url: path,
    config,
    ...(preHandler && { preHandler }),
    schema: { ...inputs, response, summary, security: scheme ? [{ [scheme]: [] }] : [] },
  }
}

/** Reach of each endpoint that has a route; the test of permissions compares it with the behavior of the servers. */
export const declaredReach = new Map<Endpoint, Reach>()

/** Kind of token that the endpoint needs; undefined for none. */
function schemeOf(reach: Reach): keyof typeof tokenReasons | undefined {
  if (reach === 'anybody') return undefined
  return reach === 'invigilator' ? 'invigilator' : 'bearer'
}

/** Status of the reply to a repeated write that was done before and whose own reply can't be made again. */
export const ALREADY_DONE = 208

/** Reasons why the key of a write is refused. */
const keyReasons = ['write-running', 'write-too-late', 'key-reused'] as const

function usualReasons(
  method: Endpoint['method'],
  scheme: keyof typeof tokenReasons | undefined,
  hasInput: boolean,
): ReasonCode[] {
  const mayHaveBody = method !== 'GET'
  return [
    ...(hasInput || mayHaveBody ? (['request-malformed'] as const) : []),
    ...(mayHaveBody ? (['body-too-large', 'body-not-json'] as const) : []),
    ...(scheme ? tokenReasons[scheme] : []),
    ...(mayHaveBody && scheme === 'bearer' ? (['too-many-requests'] as const) : []),
    'internal-error',
    'unavailable',
  ]
}

/** Reasons why a token is refused, by kind of token. */
const tokenReasons = {
  bearer: ['token-missing', 'token-expired', 'token-revoked', 'login-too-weak'],
  invigilator: ['device-refused', 'link-ended', 'link-not-yet'],
} as const

function errorReplies(reasons: readonly ReasonCode[]): [status: number, schema: z.ZodType][] {
  const byStatus = Map.groupBy(reasons, statusOfReason)
  return [...byStatus].map(([status, codes]) => [status, sharedErrorReply(codes)])
}

const shared = new Map<string, z.ZodType>()

/** Shares schemas: most operations refuse for the same reasons, and making a schema takes time. */
function sharedErrorReply(codes: readonly ReasonCode[]): z.ZodType {
  const key = codes.join()
  const schema = shared.get(key) ?? errorReplySchema(codes)
  shared.set(key, schema)
  return schema
}
