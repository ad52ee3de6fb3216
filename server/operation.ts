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

/** The part of a server that holds routes described by the contract. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

interface Description {
  summary: string
  /** who may call; others are refused before the handler */
  reach: Reach
  /** where the request names the user that `self` is about; the `id` of its path unless said otherwise */
  of?: NamedUser
  /** 201 beside or instead of 200; 302 of a page that leads elsewhere */
  statuses?: readonly (200 | 201 | 302)[]
  /** also for a session that is too weak, see `judgeSession`: what a person proves more by, and who they are */
  admitsWeak?: boolean
  /** reasons of its own for refusals; the usual ones and those of its reach are added */
  reasons?: readonly ReasonCode[]
  /** refusals in words of its own, by status */
  refusals?: Record<number, z.ZodType>
  /** for writes that carry a key: makes the answer again when it was lost */
  rebuild?: Rebuild
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** when it asks for a recent proof, for the hook that does so (api-server/logins/step-up.ts) */
    proof?: AsksProof
  }
}

/**
 * Makes the answer of a write that was done, from the present state and `ids`. Gives undefined or throws `not-found`
 * where that is not possible any more, as of an entity that is gone.
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
  // Its own words for a status hold the codes, too.
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

/** The reach of each endpoint that a route was made for; the test of permissions compares them with what the servers do. */
export const declaredReach = new Map<Endpoint, Reach>()

/** Whose token is asked for; undefined for none. */
function schemeOf(reach: Reach): keyof typeof tokenReasons | undefined {
  if (reach === 'anybody') return undefined
  return reach === 'invigilator' ? 'invigilator' : 'bearer'
}

/** Status of the answer to a write that was done before, by the same key, and whose own answer cannot be made again. */
export const ALREADY_DONE = 208

/** How a key that a write carries can be wrong. */
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

/** How a token can be wrong, by whose it is. */
const tokenReasons = {
  bearer: ['token-missing', 'token-expired', 'token-revoked', 'login-too-weak'],
  invigilator: ['device-refused', 'link-ended', 'link-not-yet'],
} as const

function errorReplies(reasons: readonly ReasonCode[]): [status: number, schema: z.ZodType][] {
  const byStatus = Map.groupBy(reasons, statusOfReason)
  return [...byStatus].map(([status, codes]) => [status, sharedErrorReply(codes)])
}

const shared = new Map<string, z.ZodType>()

/** Most operations refuse for the same reasons, and a schema takes its time to make. */
function sharedErrorReply(codes: readonly ReasonCode[]): z.ZodType {
  const key = codes.join()
  const schema = shared.get(key) ?? errorReplySchema(codes)
  shared.set(key, schema)
  return schema
}
