/**
 * Served as /sw.js while the school has switched the worker off (SERVICE_WORKER=off): it takes the place of one that
 * went wrong, throws away what that kept, and goes. It imports nothing and keeps no fetch handler, so that from the
 * moment it is in charge every request goes to the server.
 */
declare const self: ServiceWorkerGlobalScope

/** A window that went wrong may not answer at all. */
const ANSWER_WITHIN_MS = 1_000

const AGAIN_AFTER_MS = 500
const TIMES = 40

/** More than once, for Chromium's sake: as in sw/updates.ts. */
async function takeOver(): Promise<void> {
  const isWaiting = () => self.registration.installing || self.registration.waiting
  for (let asked = 0; asked < TIMES && isWaiting(); asked += 1) {
    await self.skipWaiting()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

async function leave(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases()) await wipe(name)
  await self.registration.unregister()
  await Promise.all(windows.map(reload))
}

/** The name in src/presence/presence-store.ts; this file stands alone. */
const PRESENCE = 'presence'

/**
 * Deletes a database. Of the presence lists only the copies go: what was ticked and not yet sent exists nowhere else, and
 * without its token the device could not send it.
 */
async function wipe(name: string | undefined): Promise<void> {
  if (name === PRESENCE) await emptyStore(name, 'lists').catch(() => undefined)
  else if (name) indexedDB.deleteDatabase(name)
}

/** Opens the version that is there, so that no window has to let go of it. */
function emptyStore(database: string, store: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const { result } = opening
      // A database that is only being made has no stores yet.
      if (!result.objectStoreNames.contains(store)) return resolve(result.close())
      const emptying = result.transaction(store, 'readwrite')
      emptying.objectStore(store).clear()
      emptying.oncomplete = () => resolve(result.close())
      emptying.onabort = () => reject(emptying.error)
    }
  })
}

/** Not a window in which somebody fills in a form: that one says so, and goes on without a worker. */
async function reload(window: WindowClient): Promise<void> {
  if (await isInUse(window)) return
  // A window that was closed meanwhile is no loss.
  await window.navigate(window.url).catch(() => undefined)
}

function isInUse(window: WindowClient): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    // `WorkerLeaves` of sw/messages.ts; this file has no imports
    window.postMessage({ type: 'worker.leaves' }, [port2])
  })
}

self.addEventListener('install', () => {
  void takeOver()
})
self.addEventListener('activate', (event) => event.waitUntil(leave()))
