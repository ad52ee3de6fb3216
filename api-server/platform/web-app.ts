import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ShowPage } from '#server/strict-requests.ts'

const A_YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built app with its files compressed ahead of time. Without a build there is nothing to serve. Where the
 * worker went wrong, browsers are given one in its place that removes it (sw/switched-off.ts).
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

/** The name of the build in `folder` as scripts/build/files-beside.ts wrote it; null without one. */
export function releaseOf(folder: string | undefined): string | null {
  if (folder === undefined) return null
  try {
    const { release } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
    return typeof release === 'string' ? release : null
  } catch {
    return null
  }
}

/** What a page may do: its own files only, no inline code, and no text that turns into code (Trusted Types). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types wiskunde-inschrijven',
].join('; ')

const everywhere = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Activation and reset links carry their key in the path.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Two years, as the preload lists ask. Only where the address is https: a school may try the product without. */
const overHttps = { ...everywhere, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** What every answer carries, whatever it is. */
export const securityHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:') ? overHttps : everywhere
