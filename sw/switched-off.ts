/**
 * Served as /sw.js while the school has switched the worker off (SERVICE_WORKER=off): replaces a faulty worker, deletes what it
 * stored, and unregisters itself. It imports nothing and has no fetch handler, so that every request goes to the server as soon
 * as it is in control.
 */
declare const self: ServiceWorkerGlobalScope

/** Longest wait (ms) for an answer. A faulty window may give none; a slow phone that gives it late would lose what was typed. */
const ANSWER_WITHIN_MS = 10_000

const AGAIN_AFTER_MS = 500
const TIMES = 40

/** Repeated because of Chromium, as in sw/updates.ts. */
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
  for (const { name } of (await indexedDB.databases?.()) ?? ALL) await wipe(name)
  await self.registration.unregister()
  await Promise.all(windows.map(reload))
}

/** Name as in src/presence/presence-store.ts; this file has no imports. */
const PRESENCE = 'presence'

/** The app's databases, for browsers that don't name them (Firefox before 126). */
const ALL = [{ name: 'lists' }, { name: 'push' }, { name: PRESENCE }]

/**
 * Deletes a database. From the attendance database only the lists are deleted: unsent ticks exist nowhere else, and without its
 * token the device could not send them.
 */
async function wipe(name: string | undefined): Promise<void> {
  if (name === PRESENCE) await emptyStore(name, 'lists').catch(() => undefined)
  else if (name) indexedDB.deleteDatabase(name)
}

/** Opens the existing version, so that no window has to close it. */
function emptyStore(database: string, store: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.onerror = () => reject(opening.error)
    // There is none: an empty one would be in the way of the app's own.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => {
      const { result } = opening
      // A database that is just being created has no stores yet.
      if (!result.objectStoreNames.contains(store)) return resolve(result.close())
      const emptying = result.transaction(store, 'readwrite')
      emptying.objectStore(store).clear()
      emptying.oncomplete = () => resolve(result.close())
      emptying.onabort = () => reject(emptying.error)
    }
  })
}

/** Reloads a window, unless the user fills in a form there: that window says so, and continues without a worker. */
async function reload(window: WindowClient): Promise<void> {
  if (await isInUse(window)) return
  // A window that was closed in the meantime needs no reload.
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
