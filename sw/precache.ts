import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isMessage, type ListsOwner, STAFF_CODE } from './messages.ts'
import { restartingFirst } from './updates.ts'

declare const self: ServiceWorkerGlobalScope

/** Addresses that the servers answer; all others are screens of the app. */
const SERVED_BY_SERVERS = [/^\/api\//, /^\/push\//, /^\/health\//]

/**
 * Caches the built app on the device: once installed, it starts without a network and requests nothing twice. A new version
 * waits for the user's consent (updates.ts) or the next start, so it never replaces code under a form.
 */
export function keepShell(): void {
  const shell = self.__WB_MANIFEST
  const precache = new PrecacheController()
  precache.addToCacheList(shell)
  self.addEventListener('install', (event) => {
    event.waitUntil(precache.install(event))
  })
  self.addEventListener('activate', (event) => {
    // In this order: files that old windows still need are copied before they are deleted.
    event.waitUntil(keepCodeOfOldWindows(precache).then(() => precache.activate(event)))
  })
  self.addEventListener('message', (event) => {
    if (isMessage<ListsOwner>(event.data, 'lists.owner')) event.waitUntil(refill(precache).catch(() => undefined))
  })
  // Without a directory's index: '/', at which the installed app starts, is a screen like any other, and takes the way below.
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '' }))
  cleanupOutdatedCaches()
  // A development server has nothing to cache, and so no page to fall back on.
  if (!shell.some((entry) => typeof entry !== 'string' && entry.url === 'index.html')) return
  // One that was cut off within a sign matches no screen. The server leads home from there, too.
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && !isDecodable(url.pathname),
    async () => Response.redirect('/'),
  )
  const page = restartingFirst(precache.createHandlerBoundToURL('/index.html'))
  registerRoute(new NavigationRoute(page, { denylist: SERVED_BY_SERVERS }))
  keepStaffCode()
  serveCodeOfOldWindows()
}

function isDecodable(path: string): boolean {
  try {
    // Builds leave out a call of which nothing is used.
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}

/**
 * Fetches missing files when the app starts: a browser short of space deletes caches but keeps the worker, whose app would then
 * need a network. The page comes last, since a server with a newer version has other files for it.
 */
async function refill(precache: PrecacheController): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...precache.getURLsToCacheKeys()].filter(([, key]) => !kept.has(key))
  for (const [url, key] of missing.sort(([one], [other]) => Number(isPage(one)) - Number(isPage(other)))) {
    const answer = await fetch(url)
    if (!answer.ok) return
    await cache.put(key, answer)
  }
}

const isPage = (url: string): boolean => url.endsWith('.html')

const CACHE = 'code-of-old-windows'

/**
 * When the user lets one window activate a new version, other windows still run the previous one and load parts of it, which
 * the server no longer has. Keeps one previous version, if a window was open when it was replaced.
 */
async function keepCodeOfOldWindows(precache: PrecacheController): Promise<void> {
  await caches.delete(CACHE)
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.length === 0) return
  const current = new Set(precache.getURLsToCacheKeys().values())
  const [precached, kept] = await Promise.all([caches.open(precache.strategy.cacheName), caches.open(CACHE)])
  const replaced = (await precached.keys()).filter(({ url }) => isCode(new URL(url)) && !current.has(url))
  for (const request of replaced) {
    const response = await precached.match(request)
    if (response) await kept.put(request, response)
  }
}

/** Caches code of this version that administrators' devices fetched: in an exam hall their screens open without a network. */
function keepStaffCode(): void {
  self.addEventListener('activate', (event) => event.waitUntil(caches.delete(STAFF_CODE.cache)))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(STAFF_CODE.folder),
    async ({ request }) => {
      const kept = await caches.match(request, { cacheName: STAFF_CODE.cache })
      if (kept) return kept
      const answer = await fetch(request)
      if (answer.ok) await (await caches.open(STAFF_CODE.cache)).put(request, answer.clone()).catch(() => undefined)
      return answer
    },
  )
}

/** Serves code of the previous version from the device; what is not there comes from the server. */
function serveCodeOfOldWindows(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCode(url),
    async ({ request }) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request),
  )
}

const isCode = ({ pathname }: URL): boolean => pathname.startsWith('/assets/')
