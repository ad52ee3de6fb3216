import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
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
  /** what it refuses for reasons of its own; the usual ones are added */
  reasons?: readonly ReasonCode[]
  /** what it refuses in words of its own, by status */
  refusals?: Record<number, z.ZodType>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** when it asks for a recent proof, for the hook that does so (api-server/logins/step-up.ts) */
    proof?: AsksProof
  }
}

/** Method, path, validation and OpenAPI of one endpoint, for `app.route({ ...operation(…), handler })`. */
export function operation<Given extends Schemas>(
  target: Endpoint,
  { reply, ...inputs }: Given,
  { summary, statuses = [200], open = false, scheme, reasons = [], refusals = {} }: Description,
) {
  const { method, path } = target
  const proof = proofs.get(target)
  const codes = [...usualReasons(method, { open, scheme, hasInput: Object.keys(inputs).length > 0 }), ...reasons]
  if (proof) codes.push('login-too-old')
  const response: Record<number, z.ZodType> & { 200: Given['reply'] } = { ...refusals, 200: reply }
  for (const status of statuses) response[status] = reply
  for (const [status, schema] of errorReplies(codes)) response[status] = schema
  return {
    method,
    url: path,
    ...(proof && { config: { proof } }),
    schema: { ...inputs, response, summary, security: open ? [] : [{ [scheme ?? 'bearer']: [] }] },
  }
}

function usualReasons(
  method: Endpoint['method'],
  { open, scheme, hasInput }: Required<Pick<Description, 'open'>> & Pick<Description, 'scheme'> & { hasInput: boolean },
): ReasonCode[] {
  const mayHaveBody = method !== 'GET'
  return [
    ...(hasInput || mayHaveBody ? (['request-malformed'] as const) : []),
    ...(mayHaveBody ? (['body-too-large', 'body-not-json'] as const) : []),
    ...(open ? [] : tokenReasons[scheme ?? 'bearer']),
    'internal-error',
    'unavailable',
  ]
}

/** How a token can be wrong, by whose it is. */
const tokenReasons = {
  bearer: ['token-missing', 'token-expired', 'token-revoked'],
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
