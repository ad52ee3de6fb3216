import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import type { Api } from '#server/operation.ts'

/**
 * GET `path` describes `app`, which has @fastify/swagger. Anybody may ask for these hundreds of kB, so they are made
 * once, all replies share them, and who has them already gets no more than a 304.
 */
export function serveDescription(app: Api, path: string): void {
  let made: { tag: string; bytes: Buffer } | undefined
  const make = () => {
    const text = JSON.stringify(app.swagger())
    return { tag: entityTag(text), bytes: Buffer.from(text) }
  }

  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    made ??= make()
    // It holds nobody's data.
    reply.header('cache-control', 'no-cache')
    if (isKnown(request, made.tag)) return notModified(reply, made.tag)
    return reply.header('etag', made.tag).type('application/json; charset=utf-8').send(made.bytes)
  })
}
