import type { PrecacheController } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

const CACHE = 'code-of-old-windows'

/**
 * When the person lets one window bring in a new version, others still run the one before, and load parts of it as they
 * go: the server has those no more. One version back is kept, for as long as a window was open when it was replaced.
 */
export async function keepCodeOfOldWindows(precache: PrecacheController): Promise<void> {
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

/** Of a part that is nowhere on the device the server has the word: administrators' code is not kept here. */
export function serveCodeOfOldWindows(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isCode(url),
    async ({ request }) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request),
  )
}

const isCode = ({ pathname }: URL): boolean => pathname.startsWith('/assets/')
