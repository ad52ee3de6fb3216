import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** What the servers answer themselves; every other address is a screen of the app. */
const SERVED_BY_SERVERS = [/^\/api\//, /^\/push\//, /^\/health\//]

/**
 * Keeps the built app on the device: once installed it starts without a network, and asks for nothing twice. A new
 * version waits until every window of the old one is closed, so it never replaces code under a form.
 */
export function keepShell(): void {
  const shell = self.__WB_MANIFEST
  precacheAndRoute(shell)
  cleanupOutdatedCaches()
  // A development server has no shell to keep, and so no page to fall back on.
  if (shell.some((entry) => typeof entry !== 'string' && entry.url === 'index.html'))
    registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVED_BY_SERVERS }))
}
