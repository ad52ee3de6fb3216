import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EVENT_STREAM } from '#contract/endpoint.ts'
import * as liveCalls from '#contract/live.calls.ts'
import { reaches } from '#domain/users/roles.ts'
import { type Api, serve } from '#server/operation.ts'
import { readEventId } from './events.ts'
import type { LiveHub } from './live-hub.ts'
import type { LiveReader } from './open-streams.ts'

export function liveRoutes(app: Api, { live }: { live: Pick<LiveHub, 'catchUp' | 'follow'> }): void {
  serve(app, liveCalls, {
    readLive: {
      config: { lasting: true },
      handler: async (request, reply) => {
        const { reader, lastEventId } = questionIn(request)
        if (!request.headers.accept?.includes(EVENT_STREAM)) {
          reply.type(EVENT_STREAM)
          return live.catchUp(reader, lastEventId)
        }
        await live.follow(reader, () => beginStream(reply), lastEventId)
        return reply
      },
    },
  })
}

function questionIn(request: FastifyRequest) {
  const { caller } = request
  const { id: userId, sessionId, tokenVersion, generation, until } = caller
  const header = request.headers['last-event-id']
  const isAdmin = reaches(caller, 'administration')
  const reader: LiveReader = { userId, sessionId, tokenVersion, generation, until, isAdmin }
  return { reader, lastEventId: readEventId(typeof header === 'string' ? header : undefined) }
}

/** Takes the reply out of Fastify's hands, which would keep a pipe per stream and log every client that leaves. */
function beginStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const headers = new Map(Object.entries(reply.getHeaders()))
  headers.set('content-type', EVENT_STREAM)
  // otherwise nginx buffers the stream
  headers.set('x-accel-buffering', 'no')
  // Closed after our end: a connection kept alive would delay the server's shutdown.
  headers.set('connection', 'close')
  return reply.raw.setHeaders(new Map([...headers].map(([name, value]) => [name, String(value)])))
}
