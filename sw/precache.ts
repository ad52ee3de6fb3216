import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isMessage, type ListsOwner, STAFF_CODE } from './messages.ts'
import { restartingFirst } from './updates.ts'

declare const self: ServiceWorkerGlobalScope

/** Addresses that the servers answer themselves; every other one is a screen of the app. */
const SERVED_BY_SERVERS = [/^\/api\//, /^\/push\//, /^\/health\//]

/**
 * Keeps the built app on the device: once installed it starts without a network, and asks for nothing twice. A new
 * version waits for the person's word (updates.ts) or the next start, so it never replaces code under a form.
 */
export function keepShell(): void {
  const shell = self.__WB_MANIFEST
  const precache = new PrecacheController()
  precache.addToCacheList(shell)
  self.addEventListener('install', (event) => {
    event.waitUntil(precache.install(event))
  })
  self.addEventListener('activate', (event) => {
    // In this order: what old windows still need is copied before it is cleared away.
    event.waitUntil(keepCodeOfOldWindows(precache).then(() => precache.activate(event)))
  })
  self.addEventListener('message', (event) => {
    if (isMessage<ListsOwner>(event.data, 'lists.owner')) event.waitUntil(refill(precache).catch(() => undefined))
  })
  // Without a directory's index: '/', at which the installed app starts, is a screen like any other, and takes the way below.
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '' }))
  cleanupOutdatedCaches()
  // A development server has no shell to keep, and so no page to fall back on.
  if (!shell.some((entry) => typeof entry !== 'string' && entry.url === 'index.html')) return
  const page = restartingFirst(precache.createHandlerBoundToURL('/index.html'))
  registerRoute(new NavigationRoute(page, { denylist: SERVED_BY_SERVERS }))
  keepStaffCode()
  serveCodeOfOldWindows()
}

/**
 * A browser that is short of room takes the caches away and leaves the worker, whose app then needs a network. What is
 * missing is fetched again when the app starts; the page last, since a server of a newer version has other files for it.
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
 * When the person lets one window bring in a new version, others still run the one before, and load parts of it as they
 * go: the server has those no more. One version back is kept, for as long as a window was open when it was replaced.
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

/**
 * Keeps code of this version that administrators' devices fetched: in an exam hall a screen of theirs opens without a
 * network.
 */
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

/** Serves code of earlier versions from the device. For a part that is not there, the server's answer is used. */
function serveCodeOfOldWindows(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCode(url),
    async ({ request }) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request),
  )
}

const isCode = ({ pathname }: URL): boolean => pathname.startsWith('/assets/')
