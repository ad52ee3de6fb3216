import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '#server/operation.ts'

/**
 * Gives the means to do something once the reply has left, for work whose duration must not be observable. A server that
 * closes waits for it; what fails is logged alone. Not for what must be done: a server that dies has not.
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
