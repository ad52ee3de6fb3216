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
import { type Endpoint, isKeyed } from '#contract/endpoint.ts'
import { doneSchema } from '#contract/outcomes.schema.ts'
import type { OutcomeId } from '#contract/outcomes.ts'
import { type AsksProof, proofs } from '#contract/proofs.ts'
import { errorReplySchema } from '#contract/refusals.schema.ts'
import { type ReasonCode, statusOfReason } from '#contract/refusals.ts'

/** The part of a server that holds routes described by the contract. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

interface Schemas {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
}

interface Description {
  summary: string
  /** 201 beside or instead of 200; 302 of a page that leads elsewhere */
  statuses?: readonly (200 | 201 | 302)[]
  /** may be called without a token */
  open?: boolean
  /** by whose token, unless that is an account's */
  scheme?: 'invigilator'
  /** also for a session that is too weak, see `judgeSession`: what a person proves more by, and who they are */
  admitsWeak?: boolean
  /** what it refuses for reasons of its own; the usual ones are added */
  reasons?: readonly ReasonCode[]
  /** what it refuses in words of its own, by status */
  refusals?: Record<number, z.ZodType>
  /** of a write that carries a key: makes its answer again, when it was lost */
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
  endpoint: Endpoint,
  { reply, ...inputs }: Given,
  { summary, statuses = [200], open = false, scheme, reasons = [], refusals = {}, rebuild, admitsWeak }: Description,
) {
  const { method, path } = endpoint
  const keeps = isKeyed(endpoint) && !open && scheme === undefined
  const hasInput = Object.keys(inputs).length > 0
  const proof = proofs.get(endpoint)
  const usual = [...usualReasons(method, { open, scheme, hasInput }), ...(proof ? (['login-too-old'] as const) : [])]
  const codes = [...new Set([...usual, ...(keeps ? keyReasons : []), ...reasons])]
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
  return {
    method,
    url: path,
    config,
    schema: { ...inputs, response, summary, security: open ? [] : [{ [scheme ?? 'bearer']: [] }] },
  }
}

/** Status of the answer to a write that was done before, by the same key, and whose own answer cannot be made again. */
export const ALREADY_DONE = 208

/** How a key that a write carries can be wrong. */
const keyReasons = ['write-running', 'write-too-late', 'key-reused'] as const

function usualReasons(
  method: Endpoint['method'],
  { open, scheme, hasInput }: Required<Pick<Description, 'open'>> & Pick<Description, 'scheme'> & { hasInput: boolean },
): ReasonCode[] {
  const mayHaveBody = method !== 'GET'
  return [
    ...(hasInput || mayHaveBody ? (['request-malformed'] as const) : []),
    ...(mayHaveBody ? (['body-too-large', 'body-not-json'] as const) : []),
    ...(open ? [] : tokenReasons[scheme ?? 'bearer']),
    ...(mayHaveBody && !open && scheme === undefined ? (['too-many-requests'] as const) : []),
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
