import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { restartingFirst } from './next-start.ts'
import { keepCodeOfOldWindows, serveCodeOfOldWindows } from './old-windows.ts'

declare const self: ServiceWorkerGlobalScope

/** What the servers answer themselves; every other address is a screen of the app. */
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
  registerRoute(new PrecacheRoute(precache))
  cleanupOutdatedCaches()
  // A development server has no shell to keep, and so no page to fall back on.
  if (!shell.some((entry) => typeof entry !== 'string' && entry.url === 'index.html')) return
  const page = restartingFirst(precache.createHandlerBoundToURL('/index.html'))
  registerRoute(new NavigationRoute(page, { denylist: SERVED_BY_SERVERS }))
  serveCodeOfOldWindows()
}
