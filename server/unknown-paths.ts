import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './error-handler.ts'
import { Problem } from './problem.ts'

/** Answers and says true, or leaves the request alone. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * 405 with Allow for a known path, 404 for any other; but first `showPage` may take it. Call it before any route is
 * made: it takes note of them.
 */
export function answerUnknownPaths(app: FastifyInstance, showPage: ShowPage = () => false): void {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.endsWith('*')) routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    // With the method that it asks for it is a path that only looks known: its :param is longer than any.
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      return sendProblem(new Problem('method-not-allowed'), request, reply)
    }
    if (!showPage(request, reply)) sendProblem(new Problem('not-found'), request, reply)
  })
}

/** '/user/:id' as an expression; the names and separators of our routes hold nothing that one would take for a sign. */
const patternOf = (url: string): RegExp => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}/?$`)
