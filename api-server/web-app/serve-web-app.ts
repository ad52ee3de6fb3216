import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ShowPage } from '#server/unknown-paths.ts'

const A_YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built app with its files compressed ahead of time. Without a build there is nothing to serve. Where the
 * worker went wrong, browsers are given one in its place that removes it (sw/off/switched-off.ts).
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string | undefined,
  { withWorker }: { withWorker: boolean },
): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    // Names under assets/ carry a hash of what is in them; all others, sw.js and index.html first, change in place.
    setHeaders: (reply, path) => {
      const hashed = relative(folder, path).startsWith('assets')
      reply.header('cache-control', hashed ? A_YEAR : 'no-cache')
    },
  })
  if (!withWorker) app.get('/sw.js', (_, reply) => reply.sendFile('sw-off.js'))
}

/** Any address that a person opens is the app, whose router knows the rest. */
export const showWebApp = (folder: string | undefined): ShowPage => {
  const built = folder !== undefined && existsSync(join(folder, 'index.html'))
  return (request, reply) => {
    const asksPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    if (!built || !asksPage || /^\/(api|push|health)\//.test(request.url)) return false
    reply.sendFile('index.html')
    return true
  }
}
