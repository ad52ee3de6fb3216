import { isUtf8 } from 'node:buffer'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ReasonCode, statusOfReason } from '#contract/refusals.ts'
import { errorReply, Problem, sendProblem } from './problem.ts'

/** Most on one connection. Browsers send no request ahead of an answer, and proxies in front do not either. */
const MOST_UNANSWERED = 16

/** Unanswered requests from a client that has no interest in the answers. */
const ENDLESS = 4 * MOST_UNANSWERED

/**
 * Refuses requests that Node accepts and none of our clients sends. For a server with `requireHostHeader: false`: Node's own
 * refusal lacks the headers that were added before this hook.
 */
export function refuseAmbiguous(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPlain(request)) return done()
    // A client that means something else by this request may also see the next one begin elsewhere.
    reply.header('connection', 'close')
    done(new Problem('request-malformed'))
  })
}

/**
 * Whether there is one Host (RFC 9112 §3.2) and the target is a path: with two hosts, or a host in the target, a proxy in front
 * and this server might read the request differently.
 */
function isPlain({ raw: { url = '', httpVersion, rawHeaders } }: FastifyRequest): boolean {
  if (!url.startsWith('/')) return false
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Limits pipelining. Node reads on while it answers, up to 64 kB of requests at a time, and keeps each answer until the earlier
 * ones were read: a few clients could make it keep any number of answers. With this, the first 16 waiting requests on a
 * connection are answered, then the connection ends; nothing more is read from it. Call it before any other hook is added.
 */
export function limitPipelining(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, { unanswered: number; ignored: number }>()

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    let connection = connections.get(socket)
    if (!connection) {
      connection = { unanswered: 0, ignored: 0 }
      connections.set(socket, connection)
    }
    const state = connection
    if (state.ignored > 0 || state.unanswered === MOST_UNANSWERED) {
      reply.hijack()
      state.ignored += 1
      socket.pause()
      if (state.unanswered + state.ignored > ENDLESS) socket.destroy()
      return
    }
    state.unanswered += 1
    reply.raw.on('close', () => {
      state.unanswered -= 1
      if (state.ignored > 0 && state.unanswered === 0) socket.destroySoon()
    })
    done()
  })
}

/**
 * Accepts JSON bodies and absent ones. Fastify by default rejects an empty body with a JSON content type, which browsers send
 * with a POST or DELETE without body; accepts text/plain, which foreign pages can post without a preflight; and decodes bytes
 * that are not UTF-8 to question marks, which would end up in somebody's name.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(new Problem('request-malformed'))
    else void parseJson(request, body.toString(), done)
  })
}

const reasonOfParserCode: Partial<Record<string, ReasonCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/**
 * Answers `{reason, message}`, with the usual `headers`, to what never becomes a request of a route: no HTTP, a head that is
 * too large or too slow, an undecodable path, unless `showPage` answers that. No hook runs for these.
 */
export function answerUnreadable(
  headers: Record<string, string>,
  showPage: ShowPage,
): Required<Pick<FastifyHttpOptions<Server>, 'clientErrorHandler' | 'frameworkErrors'>> {
  return {
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
      const text = refusalText(reasonOfParserCode[error.code] ?? 'request-malformed', headers)
      // Always closes the connection: it is unknown where in such a stream the next request begins.
      socket.end(text, () => socket.destroy())
    },
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers)
      if (!showPage(request, reply)) sendProblem(new Problem('request-malformed'), request, reply)
    },
  }
}

/** Refuses likewise expectations other than 100-continue: Node's own refusal lacks our headers. */
export function refuseExpectations(app: FastifyInstance, headers: Record<string, string>): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, fields, body } = refusalOf('request-malformed', headers)
    response.writeHead(status, fields).end(body)
  })
}

function refusalText(reason: ReasonCode, headers: Record<string, string>): string {
  const { status, fields, body } = refusalOf(reason, headers)
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

function refusalOf(reason: ReasonCode, headers: Record<string, string>) {
  const body = JSON.stringify(errorReply(reason))
  const fields = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status: statusOfReason(reason), fields, body }
}

/** Answers and returns true, or leaves the request alone. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * Answers 405 with Allow for a known path and 404 for others, unless `showPage` answers. Call it before any route is added,
 * since it collects them.
 */
export function answerUnknownPaths(app: FastifyInstance, showPage: ShowPage = () => false): void {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.endsWith('*')) routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    // If the path has this method, its :param was too long to match, so the path is unknown.
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      return sendProblem(new Problem('method-not-allowed'), request, reply)
    }
    if (!showPage(request, reply)) sendProblem(new Problem('not-found'), request, reply)
  })
}

/** '/user/:id' as a regular expression; apart from '.', our routes contain no characters that need escaping. */
const patternOf = (url: string): RegExp => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}/?$`)
