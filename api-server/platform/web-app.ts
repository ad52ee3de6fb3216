import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ShowPage } from '#server/strict-requests.ts'

/** Value of `cache-control` for files that never change: cached for a year. */
const CACHE_FOR_A_YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built app with precompressed files; does nothing if there is no build. If the service worker is broken,
 * `withWorker: false` serves one that removes it (sw/switched-off.ts).
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string | undefined,
  { withWorker }: { withWorker: boolean },
): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return
  const link = firstFilesOf(folder)
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    // Names under assets/ contain a content hash; all others, such as sw.js and index.html, change in place.
    setHeaders: (reply, path) => {
      const name = relative(folder, path)
      reply.header('cache-control', name.startsWith('assets') ? CACHE_FOR_A_YEAR : 'no-cache')
      if (link && name.startsWith('index.html')) reply.header('link', link)
    },
  })
  if (!withWorker) app.get('/sw.js', (_, reply) => reply.sendFile('sw-off.js'))
}

/**
 * Value of the header `link` with the page's own scripts, which a proxy may send as early hints (RFC 8297). Scripts have low
 * priority here as in the page itself, because the browser must paint the page's first frame before them.
 */
function firstFilesOf(folder: string): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = [...page.matchAll(/<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  return files.map((file) => `<${file}>; rel=preload; as=script; crossorigin; fetchpriority=low`).join(', ')
}

/** Serves index.html at any address that a browser opens as a page; the app's router decides which screen to show. */
export const showWebApp = (folder: string | undefined): ShowPage => {
  const isBuilt = folder !== undefined && existsSync(join(folder, 'index.html'))
  return (request, reply) => {
    if (!isBuilt || !isPage(request)) return false
    reply.sendFile('index.html')
    return true
  }
}

function isPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  // Monitors and previews of links take anything, or say nothing; for them a missing file is not a page.
  const takesAny = method === 'HEAD' || /(?:\*|text)\/\*/.test(accept)
  const isShown = accept.includes('text/html') || (takesAny && !/^\/assets\/|\.\w+$/.test(path))
  return isShown && /^(?:GET|HEAD)$/.test(method) && !/^\/(api|push|health)\//.test(url)
}

/**
 * Redirects a browser from an unreadable address to a page: '//a' goes to '/a', and a path that cannot be decoded (cut off) to
 * '/'.
 */
export const leadToPage: ShowPage = (request, reply) => {
  if (!isPage(request)) return false
  // After the slash never a second one or a backslash: browsers would read a host.
  const [, path = ''] = /^\/{2,}(\w.*)$/s.exec(request.url) ?? []
  reply.redirect(`/${path}`)
  return true
}

/** Reads the name of the build in `folder`, written by scripts/build/files-beside.ts; null if there is none. */
export function releaseOf(folder: string | undefined): string | null {
  if (folder === undefined) return null
  try {
    const { release } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
    return typeof release === 'string' ? release : null
  } catch {
    return null
  }
}

/**
 * Content security policy for pages: only the app's own files, and no text that becomes code (Trusted Types). Inline code is
 * allowed by hash, only as the build wrote it into index.html (src/app/first-frame).
 */
const contentSecurityPolicy = ({ script, style }: InlineCode) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
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

interface InlineCode {
  script: readonly string[]
  style: readonly string[]
}

const NO_INLINE_CODE: InlineCode = { script: [], style: [] }

/** Hashes of the inline code of the served page. Read once: a build is in place before its servers start. */
export function inlineCodeOf(folder: string | undefined): InlineCode {
  const page = folder === undefined ? '' : join(folder, 'index.html')
  if (!existsSync(page)) return NO_INLINE_CODE
  const pieces = [...readFileSync(page, 'utf8').matchAll(/<(script|style)>(.*?)<\/\1>/gs)]
  const hashes = (tag: keyof InlineCode) =>
    pieces.flatMap(([, name, code = '']) => (name === tag ? [`'sha256-${hash('sha256', code, 'base64')}'`] : []))
  return { script: hashes('script'), style: hashes('style') }
}

const everywhere = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  // Activation and reset links carry their key in the path.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** HSTS for two years, as the preload lists require. Sent only over https, since a school may try the product on plain http. */
const overHttps = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** Security headers of every reply. */
export const securityHeaders = (publicUrl: string, inline = NO_INLINE_CODE): Record<string, string> => ({
  ...everywhere,
  'content-security-policy': contentSecurityPolicy(inline),
  ...(publicUrl.startsWith('https:') ? overHttps : {}),
})
