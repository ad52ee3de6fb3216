import { once } from 'node:events'
import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PUSH_BODY_LIMIT_BYTES } from '#server/connections.ts'
import { REQUEST_ID } from '#server/logging.ts'
import { Problem, unavailable } from '#server/problem.ts'

/** Headers about one connection only (RFC 9110 §7.6.1), or about the framing of a body. */
const OF_ONE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect']

/** ms; the push server waits as long for a push service when a user tests a push */
const TIMEOUT_MS = 15_000

/** Forwards /push unread to the push server of this machine, since browsers know one origin. */
export async function passToPushServer(app: FastifyInstance, port: number): Promise<void> {
  await app.register(async (push) => {
    push.removeAllContentTypeParsers()
    push.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of ['/push', '/push/*'])
      push.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url,
        handler: (request, reply) => passOn(request, reply, port),
      })
  })
}

/** Forwards a request on a new connection: a kept one may just have been closed by the other side. */
async function passOn(request: FastifyRequest, reply: FastifyReply, port: number): Promise<FastifyReply> {
  const { raw } = request
  const tooLarge = () => {
    // The rest of the request is not read.
    reply.header('connection', 'close')
    return new Problem('body-too-large')
  }
  if (Number(raw.headers['content-length'] ?? 0) > PUSH_BODY_LIMIT_BYTES) throw tooLarge()
  // These replace the caller's own headers, since the push server trusts us.
  const forwarded = { 'x-forwarded-for': request.ip, [REQUEST_ID]: request.id }
  const headers = { ...passedOn(raw.headers), host: `127.0.0.1:${port}`, ...forwarded }
  const asked = ask({ host: '127.0.0.1', port, method: raw.method, path: raw.url, headers, agent: false })
  asked.setTimeout(TIMEOUT_MS, () => asked.destroy())
  reply.raw.on('close', () => asked.destroy())
  let bytes = 0
  if (hasBody(raw)) {
    raw.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > PUSH_BODY_LIMIT_BYTES) asked.destroy()
    })
    raw.pipe(asked)
  } else asked.end()

  const answer = await answerFrom(asked).catch(() => {
    if (bytes > PUSH_BODY_LIMIT_BYTES) throw tooLarge()
    // The caller hung up, so nobody reads this.
    if (reply.raw.closed) throw new Problem('request-malformed')
    throw unavailable('push-server-away')
  })
  const { 'transfer-encoding': _, ...answered } = passedOn(answer.headers)
  return reply
    .code(answer.statusCode ?? 502)
    .headers(answered)
    .send(answer)
}

async function answerFrom(asked: ReturnType<typeof ask>): Promise<IncomingMessage> {
  // An error after a refusal: the push server may close the connection while a long body is still being sent.
  asked.on('error', () => undefined)
  const [answer] = await once(asked, 'response')
  return answer
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const left = new Set([...OF_ONE_CONNECTION, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)))
}
