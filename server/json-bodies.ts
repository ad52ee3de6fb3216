import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON or absent. Fastify answers 400 to an empty body with a JSON content type, which browsers send with a
 * bodyless POST or DELETE; and it would take text/plain, which lets a foreign page post without asking.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
}
