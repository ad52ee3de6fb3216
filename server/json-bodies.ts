import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/**
 * Bodies are JSON or absent. Fastify answers 400 to an empty body with a JSON content type, which browsers send with a
 * bodyless POST or DELETE; it would take text/plain, which lets a foreign page post without asking; and it would read
 * bytes that are no UTF-8 as question marks, which then stand in somebody's name.
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
