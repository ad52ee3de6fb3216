import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { type ReasonCode, statusOfReason } from '#contract/reason.ts'
import { errorReply, sendProblem } from './error-handler.ts'
import { Problem } from './problem.ts'

const reasonOfCode: Partial<Record<string, ReasonCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/**
 * Answers `{reason, message}`, under the usual `headers`, to what never becomes a request of a route: no HTTP, a head that is too
 * large, one that comes too slowly, a path that cannot be decoded. No hook runs for these.
 */
export function answerUnreadable(
  headers: Record<string, string>,
): Required<Pick<FastifyHttpOptions<Server>, 'clientErrorHandler' | 'frameworkErrors'>> {
  return {
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
      const text = answerTo(reasonOfCode[error.code] ?? 'request-malformed', headers)
      // Closed in any case: nobody knows where in such a stream the next request would begin.
      socket.end(text, () => socket.destroy())
    },
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers)
      sendProblem(new Problem('request-malformed'), request, reply)
    },
  }
}

/** Refuses, in the same way, what a client expects beyond 100-continue: Node's own refusal has none of our headers. */
export function refuseExpectations(app: FastifyInstance, headers: Record<string, string>): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, fields, body } = refusalOf('request-malformed', headers)
    response.writeHead(status, fields).end(body)
  })
}

function answerTo(reason: ReasonCode, headers: Record<string, string>): string {
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
  return { status: statusOfReason[reason], fields, body }
}
