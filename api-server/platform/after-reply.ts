import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '#server/operation.ts'

/**
 * Creates a function that runs work after the reply was sent, for work whose duration must not be observable. A closing server
 * waits for it; failures are only logged. Not for work that must happen: it is lost if the server dies.
 */
export function createAfterReply(app: Api) {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return (request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): void => {
    reply.raw.once('finish', () => {
      const working = work()
        .catch((error: unknown) => request.log.warn({ err: error }, 'what was to follow a reply failed'))
        .finally(() => running.delete(working))
      running.add(working)
    })
  }
}
