import rateLimit from '@fastify/rate-limit'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import type { ApiContext } from '#api-server/context.ts'
import { createCounter } from '#api-server/platform/throttle.ts'
import { withFields } from '#domain/oeapi/field-selection.rules.ts'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import type { Unavailability } from '#server/unavailability.ts'
import { outsideScope } from './filters.ts'
import { createIds, type Ids } from './ids.ts'
import { serviceAnswer } from './oeapi.replies.ts'
import { OEAPI_BASE, TOKEN_PATH } from './oeapi-paths.ts'
import { OEAPI_UNAVAILABLE, OeapiProblem, sendOeapiProblem } from './oeapi-problem.ts'
import { createPacing, type Rush } from './pacing.ts'
import { createPositions, type Place, type Positions } from './positions.ts'
import { type RawQuery, readQuestion } from './question.ts'
import { noteUse, openReadings } from './readings.ts'
import { openRefusals, type Refusals } from './refusals.ts'
import { type Asked, type Resource, resourcesOf } from './resources.ts'
import { serveTokens } from './token-endpoint.ts'
import { createTokens, type Reader } from './tokens.ts'
import { MERGE_PATCH, type Receive, readPatches, WRITABLE, writingRoutes } from './writing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** system of the school that asks, below /oeapi/v6 */
    oeapiReader: Reader | null
  }
}

interface OeapiContext extends Pick<ApiContext, 'database' | 'keys' | 'security' | 'publicUrl' | 'clock'> {
  /** address that other systems' administrators may write to */
  contactEmail: string
  unavailability: Unavailability
  /** requests of people to this server */
  rush: Rush
  /** takes what a system sends */
  receive: Receive
  /** counts what connections are refused */
  refused: Counter<'connection' | 'kind'>
}

/** Registers /oeapi: tokens for systems of the school, and what they read and write by the Open Education API 6.0. */
export async function serveOeapi(app: Api, context: OeapiContext): Promise<void> {
  const tokens = createTokens({ ...context, key: context.keys.accessToken })
  await app.register(rateLimit, { global: false })
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  const refusals = openRefusals({ ...context, counter: context.refused, log: app.log })
  app.addHook('preClose', refusals.stop)
  answerProblems(app, { ...context, refusals })
  await app.register(async (token) => serveTokens(token, { ...context, tokens, refusals }))
  await app.register(async (v6) => resourceRoutes(v6, { ...context, tokens }), { prefix: '/v6' })
}

type Tokens = ReturnType<typeof createTokens>

async function resourceRoutes(app: Api, context: OeapiContext & { tokens: Tokens }): Promise<void> {
  const { database, clock, publicUrl, contactEmail, receive } = context
  const ids = createIds(context.keys.identities)
  const readings = openReadings({ database, clock, log: app.log })
  app.addHook('preClose', readings.stop)
  const paced = createPacing(context.rush)
  const positions = createPositions(context.keys.identities)
  app.decorateRequest('oeapiReader', null)
  admitReaders(app, context)
  app.addHook('onRequest', (request, _reply, done) => done(versionProblem(request.headers.accept)))

  const resources = resourcesOf(database)
  // Paths are written with ':id', since the standard wants URI references, which cannot contain '{id}'.
  const described = resources.map(({ path, expands = [] }) => ({ path, expands, isWritable: isWritable(path) }))
  route(app, '/', async () => serviceAnswer(contactEmail, described))
  for (const resource of resources)
    route(app, resource.path, async (request, reply) => {
      const { connection, scopes, isTrial } = readerOf(request)
      if (!scopes.includes(resource.scope)) throw outsideScope(resource.scope)
      const asked = askedIn(request, resource, { ids, publicUrl, positions, now: clock() })
      // A trial is a teacher who waits for a few short lists.
      const wanted = 'list' in resource && !isTrial ? 'list' : 'one'
      const answer = await paced(connection.id, wanted, () => answerOf(resource, asked))
      if (!answer) throw notFound()
      if (!isTrial) readings.count(connection.id, resource.kind)
      if (answer.next !== undefined) reply.header('link', `<${answer.next}>; rel="next"`)
      return answer.body
    })
  readPatches(app)
  writingRoutes(app, {
    ...{ kysely: database.kysely, ids, receive, readerOf, clock },
    paced: (connectionId, work) => paced(connectionId, 'one', work),
    noteUse: (connection) => noteUse(database, connection, clock()),
  })
  // The standard's other way to write: it would make an attempt.
  refuse(app, ONE_ATTEMPT, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], '')
}

const ONE_ATTEMPT = '/test-component-offering-associations/:id/test-component-offering-association-attempt/:attemptId'

const isWritable = (path: string): boolean => Object.hasOwn(WRITABLE, path)

const notFound = () => new OeapiProblem('not-found', 'This resource is unknown here.')

const TYPE = 'application/json; version=6.0; charset=utf-8'

/** Answers GET at a path, and 405 to anything else. */
function route(app: Api, url: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<object>): void {
  app.get(url, async (request, reply) => {
    const body = await answer(request, reply)
    return reply.header('content-type', TYPE).send(JSON.stringify(body))
  })
  if (isWritable(url)) refuse(app, url, ['POST', 'PUT', 'DELETE'], 'GET, HEAD, OPTIONS, PATCH')
  else refuse(app, url, ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD, OPTIONS')
}

/** Answers 405 to these methods, before a body is read: a PUT of the standard would enroll, which nothing here does. */
function refuse(app: Api, url: string, method: string[], allow: string): void {
  app.options(url, async (_request, reply) =>
    reply
      .code(204)
      .headers({ allow, ...(allow.includes('PATCH') && { 'accept-patch': MERGE_PATCH }) })
      .send(),
  )
  const refuseMethod = async (): Promise<never> => {
    const detail = allow === '' ? 'No method is supported here.' : `Supported here: ${allow}.`
    throw new OeapiProblem('method-not-allowed', detail, { headers: { allow } })
  }
  app.route({ method, url, onRequest: refuseMethod, handler: refuseMethod })
}

function readerOf({ oeapiReader }: FastifyRequest): Reader {
  if (!oeapiReader) throw new Error('a route below /oeapi/v6 runs without its hook')
  return oeapiReader
}

/** Reads what a request asks for. Throws 404 for an id of another kind or school. */
function askedIn(
  request: FastifyRequest,
  resource: Resource,
  { ids, publicUrl, positions, now }: { ids: Ids; publicUrl: string; positions: Positions; now: number },
): Asked & { nextOf: (place: Place) => string } {
  const { scopes, connection } = readerOf(request)
  const id = String(Object(request.params).id)
  const numbers = resource.of ? ids.read(resource.of, id) : { first: 0, second: 0 }
  if (!numbers) throw notFound()
  const { parameters, expands } = resource
  const query = queryOf(request.query)
  const { position: _, ...rest } = query
  /** Text for which a position is valid: this connection and its scopes, this list, and all parameters of the request. */
  const useOf = (asked: RawQuery) =>
    JSON.stringify([connection.id, scopes.toSorted(), resource.path, id, Object.entries(asked).toSorted()])
  const readPosition = (position: string) => positions.read(position, useOf(rest))
  const question = readQuestion(
    query,
    { isList: 'list' in resource, parameters, expands },
    { scopes, now, readPosition },
  )
  const nextOf = (place: Place) => {
    const next = { ...rest, pageNumber: String(question.page.number + 1) }
    const asked = new URLSearchParams({ position: positions.write(place, useOf(next)) })
    for (const [name, values] of Object.entries(next))
      for (const value of [values ?? []].flat()) asked.append(name, value)
    return `${publicUrl}${OEAPI_BASE}${resource.path.replace(':id', id)}?${asked}`
  }
  return { question, view: { ids, publicUrl, scopes, now }, nextOf, ...numbers }
}

const queryOf = (query: unknown): RawQuery =>
  Object.fromEntries(
    Object.entries(Object(query)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )

interface Answered {
  body: object
  /** address of the next page */
  next?: string
}

async function answerOf(resource: Resource, asked: ReturnType<typeof askedIn>): Promise<Answered | undefined> {
  const { fields, page } = asked.question
  const shown = (answer: object) => withFields(answer, fields, resource.mandatory)
  if ('answer' in resource) {
    const answer = await resource.answer(asked)
    return answer && { body: shown(answer) }
  }
  const found = await resource.list(asked)
  if (!found) return undefined
  const next = found.next === null ? undefined : asked.nextOf(found.next)
  const body = {
    pageSize: page.size,
    pageNumber: page.number,
    hasPreviousPage: page.number > 1,
    hasNextPage: next !== undefined,
    items: found.rows.map(shown),
  }
  // The standard has no member for it: `ext` is the place of what it does not have.
  return next === undefined ? { body } : { body: { ...body, ext: { next } }, next }
}

const MINUTE_MS = 60_000

/** Requests of a connection; they run one at a time anyway. */
const REQUESTS = { max: 3_000, window: MINUTE_MS, shared: true }

/** Lets requests with a valid token through (RFC 6750). */
function admitReaders(app: Api, { database, tokens, security, publicUrl }: OeapiContext & { tokens: Tokens }): void {
  const requests = createCounter(app, REQUESTS)
  const tokenUrl = publicUrl + TOKEN_PATH
  const unauthorized = (detail: string, error = '') =>
    new OeapiProblem('unauthorized', `${detail} Get one by client credentials (OAuth 2.0) at ${tokenUrl}.`, {
      headers: { 'www-authenticate': `Bearer realm="oeapi"${error}` },
      members: { tokenUrl },
    })
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    if (authorization === undefined) throw unauthorized('Send an access token.')
    const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization) ?? []
    const reader = token === undefined ? undefined : await tokens.read(database.kysely, token)
    if (!reader) {
      security.note(request.log, 'connection-refused', {})
      throw unauthorized('The access token is invalid, expired or revoked.', ', error="invalid_token"')
    }
    const { left, problem } = await requests.look(request, reader.connection.client_id)
    if (left === 0) throw problem
    await requests.add(request, reader.connection.client_id)
    request.oeapiReader = reader
  })
}

/** A problem if none of the versions in `accept` can be served; a lower minor version serves a higher one. */
function versionProblem(accept: string | undefined): OeapiProblem | undefined {
  const versions = [...(accept ?? '').matchAll(/;\s*version\s*=\s*"?([\w.*-]{1,20})"?/gi)].map(
    ([, version = '']) => version,
  )
  const [first] = versions
  if (first === undefined || versions.some((version) => /^(6(\.(\d+|\*|x)){0,2}|\*)$/i.test(version))) return undefined
  return new OeapiProblem('version-not-acceptable', `Version ${first} of the Open Education API cannot be served.`, {
    members: { requestedVersion: first, supportedVersions: ['6.0'] },
  })
}

/** Answers every refusal below /oeapi as a problem document, also for paths that do not exist. */
function answerProblems(app: Api, context: OeapiContext & { refusals: Refusals }): void {
  const { publicUrl, database, unavailability, security, refusals } = context
  const problemOf = (
    error: FastifyError | Error,
    request: FastifyRequest,
  ): Pick<OeapiProblem, 'kind' | 'message' | 'more'> => {
    if (error instanceof OeapiProblem) return error
    if (error instanceof Problem && error.reason === 'too-many-requests') {
      security.note(request.log, 'too-many-requests', {})
      return new OeapiProblem('too-many-requests', 'Wait before the next request.', {
        headers: { 'retry-after': String(error.retryAfter ?? 1) },
      })
    }
    const cause = database.unavailableBy(error)
    if (cause) {
      unavailability.noteRequest(request.log, cause, { err: error, req: request })
      return OEAPI_UNAVAILABLE
    }
    const { statusCode, code } = Object(error)
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return new OeapiProblem('unsupported-media-type', `Send ${MERGE_PATCH}.`, {
        headers: { 'accept-patch': MERGE_PATCH },
      })
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new OeapiProblem('payload-too-large', 'The body is too large.')
    // Fastify's own, of a request that it cannot read.
    if (statusCode >= 400 && statusCode < 500) return new OeapiProblem('bad-request', 'The request cannot be read.')
    request.log.error({ err: error, req: request }, 'unexpected error')
    return new OeapiProblem('internal-error', `The request is in the log as ${request.id}.`)
  }
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error, request)
    const { oeapiReader, method, routeOptions } = request
    if (oeapiReader && !oeapiReader.isTrial) {
      const asked = `${method} ${routeOptions.url?.slice(OEAPI_BASE.length) || '/'}`
      refusals.note({ connection: oeapiReader.connection, asked, kind: problem.kind })
    }
    sendOeapiProblem(reply, publicUrl, problem)
  })
  app.setNotFoundHandler((_request, reply) => sendOeapiProblem(reply, publicUrl, notFound()))
  // Takes these paths before the route of the app's files, '/*', which would send the app to a browser.
  const refuse = async (): Promise<never> => {
    throw notFound()
  }
  app.all('/*', { onRequest: refuse }, refuse)
}
