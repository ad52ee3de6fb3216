import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Call, NamedUser, Reach } from '#contract/call.schema.ts'
import { type Endpoint, isKeyed } from '#contract/endpoint.ts'
import { doneSchema, type OutcomeId } from '#contract/outcomes.calls.ts'
import type { Recent } from '#contract/proofs.ts'
import { errorReplySchema } from '#contract/refusals.schema.ts'
import { type ReasonCode, statusOfReason } from '#contract/refusals.ts'
import { isStudent } from '#domain/users/roles.ts'
import { authorise, type Caller, requireOwn, requireReach } from './bearer.ts'
import { Problem } from './problem.ts'

/** Server, or part of one, that has routes described by the contract. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** when it requires a recent proof; read by the hook in api-server/logins/step-up.ts */
    proof?: Recent
  }
}

/**
 * Makes the reply to a completed write again, from the present state and `ids`. Returns undefined or throws `not-found` if that
 * is no longer possible, e.g. since the entity was deleted.
 */
export type Rebuild = (request: FastifyRequest, ids: readonly OutcomeId[]) => Promise<object | undefined>

/** Method, path, validation and OpenAPI of one call, as a route without its handler. */
export function operation<C extends Call>(call: C, rebuild?: Rebuild) {
  const {
    method,
    path,
    reach,
    of = 'params.id',
    statuses = [200],
    reasons = [],
    refusals = {},
    summary,
    admitsWeak,
  } = call
  const scheme = schemeOf(reach)
  const keeps = isKeyed(call) && scheme === 'bearer'
  const inputs = inputsOf(call)
  const proof = typeof call.proof === 'object' && 'recent' in call.proof ? call.proof : undefined
  const usual = [
    ...usualReasons(method, scheme, Object.keys(inputs).length > 0),
    ...(proof ? (['login-too-old'] as const) : []),
  ]
  const implied = [...reasonsOfReach(reach), ...reasonsOfPath(path, reach)]
  const codes = [...new Set([...usual, ...(keeps ? keyReasons : []), ...implied, ...reasons])]
  const response: Record<number, z.ZodType> & { 200: C['reply'] } = { ...refusals, 200: call.reply }
  for (const status of statuses) response[status] = call.reply
  const config: FastifyContextConfig = {
    ...(keeps && { keeps: { status: Math.max(...statuses), rebuild } }),
    ...(admitsWeak && { admitsWeak }),
    ...(proof && { proof }),
  }
  if (keeps) response[ALREADY_DONE] = doneSchema
  // A schema of its own for a status includes the codes.
  for (const [status, schema] of errorReplies(codes)) response[status] = refusals[status] ?? schema
  const preHandler = [checkReach(reach, of), statuses.every((status) => status === 201) && sayCreated].filter(isHook)
  return {
    method,
    url: path,
    config,
    preHandler,
    schema: { ...inputs, response, summary, security: scheme ? [{ [scheme]: [] }] : [] },
  }
}

type Hook = (asked: FastifyRequest, reply: FastifyReply, done: () => void) => void
const isHook = (hook: Hook | false | undefined): hook is Hook => typeof hook === 'function'

/** Gives the status of a call that always creates; others may find it done, and say so themselves. */
const sayCreated: Hook = (_, reply, done) => {
  reply.code(201)
  done()
}

type Inputs<C extends Call> = Pick<C, Extract<keyof C, 'params' | 'querystring' | 'body'>>

function inputsOf<C extends Call>({ params, querystring, body }: C): Inputs<C> {
  return { ...(params && { params }), ...(querystring && { querystring }), ...(body && { body }) } as Inputs<C>
}

type Route<C extends Call> = RouteOptions<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  FastifyContextConfig,
  ReturnType<typeof operation<C>>['schema'],
  ZodTypeProvider,
  FastifyBaseLogger
>

/** A handler with the other options of its route. */
interface Served<C extends Call>
  extends Partial<Pick<Route<C>, 'bodyLimit' | 'config' | 'exposeHeadRoute' | 'onRequest' | 'serializerCompiler'>> {
  /** for writes with a key: makes the reply again after it was lost */
  rebuild?: Rebuild
  handler: Route<C>['handler']
}

/** Handlers of calls of a `*.calls.ts`, by name. */
type Handlers<Calls> = {
  [Name in keyof Calls]?: Calls[Name] extends Call ? Route<Calls[Name]>['handler'] | Served<Calls[Name]> : never
}

/** Serves calls of a `*.calls.ts`, each by the handler of its name. */
export function serve<Calls extends object>(app: Api, calls: Calls, handlers: Handlers<Calls>): void {
  for (const [name, given] of Object.entries<unknown>(handlers)) {
    const { rebuild, config, ...rest } = (typeof given === 'function' ? { handler: given } : given) as Served<Call>
    const route = operation(Reflect.get(calls, name) as Call, rebuild)
    app.route({ ...route, ...rest, config: { ...route.config, ...config } })
  }
}

/** Kind of token that the call needs; undefined for none. */
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
  invigilator: ['device-refused', 'link-ended', 'link-not-yet', 'rooms-not-published'],
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

type Asked = Pick<FastifyRequest, 'caller' | 'params' | 'body' | 'query'>
type Check = (caller: Caller, userId: number) => void

const checks = {
  self: requireOwn,
  'student-self': (caller, userId) => {
    requireOwn(caller, userId)
    if (!isStudent(caller)) throw new Problem('not-found')
  },
  'self-or-administration': authorise,
} as const satisfies Partial<Record<Reach, Check>>

const isOfUser = (reach: Reach): reach is keyof typeof checks => Object.hasOwn(checks, reach)

const isUnchecked = (reach: Reach): reach is 'anybody' | 'invigilator' | 'account' | 'owner' =>
  reach === 'anybody' || reach === 'invigilator' || reach === 'account' || reach === 'owner'

/** Refusals that follow from the reach. */
function reasonsOfReach(reach: Reach): readonly ReasonCode[] {
  if (isUnchecked(reach)) return []
  return reach === 'student-self' ? ['not-yours', 'not-found'] : ['not-yours']
}

/** A path that names a record by id refuses ids of none; `self` are there themselves. */
const reasonsOfPath = (path: Endpoint['path'], reach: Reach): readonly ReasonCode[] =>
  reach !== 'self' && /:(\w+_)?id\b/.test(path) ? ['not-found'] : []

/**
 * Hook that refuses other callers, after validation and before the handler; none if the token alone decides. If the request
 * names no user, as with a wrong name in `of`, everybody is refused.
 */
function checkReach(reach: Reach, of: NamedUser) {
  if (isUnchecked(reach)) return undefined
  const check: (asked: Asked) => void = isOfUser(reach)
    ? (asked) => checks[reach](asked.caller, userIn[of](asked))
    : (asked) => requireReach(asked.caller, reach)
  return (asked: Asked, _: unknown, done: () => void): void => {
    check(asked)
    done()
  }
}

const userIn: Record<NamedUser, (asked: Asked) => number> = {
  'params.id': ({ params }) => fieldOf(params, 'id'),
  'params.user_id': ({ params }) => fieldOf(params, 'user_id'),
  'body.user_id': ({ body }) => fieldOf(body, 'user_id'),
  'query.user_id': ({ query }) => fieldOf(query, 'user_id'),
}

const fieldOf = (part: unknown, field: string): number =>
  typeof part === 'object' && part !== null ? Number(Reflect.get(part, field)) : Number.NaN
