import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '#server/problem.ts'
import { REQUEST_ID } from '#server/request-id.ts'

/** Browsers know one origin: what begins with /push goes on to the push server of this machine, unread. */
export async function passToPushServer(app: FastifyInstance, port: number): Promise<void> {
  await app.register(httpProxy, {
    upstream: `http://127.0.0.1:${port}`,
    prefix: '/push',
    rewritePrefix: '/push',
    // It would log the whole address of each request, with a query that may hold a key.
    logLevel: 'warn',
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, [REQUEST_ID]: request.id }),
      onError: (reply) => {
        reply.send(unavailable())
      },
    },
  })
}
