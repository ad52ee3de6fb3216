import { Workbox } from 'workbox-window'
import { readZone } from '#domain/calendar/amsterdam.ts'
import type { LoadInstall } from '#src/install/install-context.ts'
import { dropCardOfOthers } from '#src/offline/kept-card.ts'
import { dropDraft, dropEdits } from '#src/offline/kept-draft.ts'
import { giveListsTo } from '#src/offline/kept-list.ts'
import { guardDoublePress } from '#src/ui/double-press.ts'
import { keepFocus } from '#src/ui/keep-focus.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import { answerWorker, isInUse } from '#src/updates/update-actors.ts'
import { renewNow } from './connection.ts'
import { showNotices } from './notices.tsx'
import { session } from './session.ts'
import { startUpdates, updates } from './updates.ts'

/** Time (ms) until the zones are read: that takes a cheap phone 80 ms in one piece, and until then the rule says the same. */
const ZONE_AFTER_MS = 7_000

/** Background tasks: keeps the app on the device and up to date, keeps the focus, and ignores double presses. */
export async function startUpkeep(loadInstall: LoadInstall): Promise<void> {
  keepFocus(document)
  guardDoublePress(document)
  startKeptLists()
  startUpdates()
  setTimeout(whenIdle, ZONE_AFTER_MS, readZone)
  showNotices(await loadInstall())
  await registerWorker()
}

/** The worker caches lists for the logged-in user, and deletes them when the session ends. */
function startKeptLists(): void {
  void giveToWhoIsHere()
  session.on('session.started', giveToWhoIsHere)
  // The user fetches lists again after logging in; typed text is kept for them until then.
  session.on('session.lapsed', () => void giveListsTo(null))
  session.on('session.ended', ({ cause }) => {
    dropDraft()
    dropEdits()
    void wipePresence(null)
    // Another tab announces its own logout; the cached lists may already be those of the next user.
    if (cause === 'logout' || cause === 'refused') void giveListsTo(null)
  })
  navigator.serviceWorker?.addEventListener('controllerchange', giveToWhoIsHere)
}

async function giveToWhoIsHere(): Promise<void> {
  const { user, refreshToken } = session.getSnapshot().context
  // A session without a known user: the server has yet to say whose it is.
  if (!user && refreshToken) return
  if (!user) {
    dropDraft()
    dropEdits()
  }
  dropCardOfOthers(user?.id ?? null)
  void wipePresence(user?.id ?? null)
  // Lists fetched before the worker ran, or before it knew this user, are fetched again to be cached.
  if ((await giveListsTo(user?.id ?? null)) && user) void renewNow({ why: 'news' })
}

/** Deletes the attendance lists of other users. Loads the code for that only if this device may have such a database. */
async function wipePresence(userId: number | null): Promise<void> {
  try {
    const databases = await indexedDB.databases?.()
    if (databases?.every(({ name }) => name !== 'presence')) return
    const { wipeListsOfOthers } = await import('#src/presence/presence-store.ts')
    await wipeListsOfOthers(userId)
  } catch {
    // A browser that refuses this stores nothing either.
  }
}

type WorkerUrl = ConstructorParameters<typeof Workbox>[0]

declare global {
  interface Window {
    /** Chromium; other browsers follow: https://www.w3.org/TR/trusted-types/ */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): WorkerUrl }
    }
  }
}

const POLICY = 'wiskunde-inschrijven'
const WORKER = '/sw.js'

/** Without workers (a private window may refuse them) the app still works, online. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    const { registerSW } = await import('virtual:pwa-register')
    registerSW()
    return
  }
  const { serviceWorker } = navigator
  answerWorker(serviceWorker, isInUse)
  // The first worker takes control of a page of the same release; only a worker that follows another replaces code.
  let before = serviceWorker.controller
  serviceWorker.addEventListener('controllerchange', () => {
    if (before) updates.send({ type: 'version.replaced' })
    before = serviceWorker.controller
  })
  const workbox = new Workbox(workerUrl())
  workbox.addEventListener('waiting', () => updates.send({ type: 'version.waiting' }))
  await workbox.register()
}

/** Trusted Types refuse a plain string as a worker's address: this policy allows the only one there is. */
function workerUrl(): WorkerUrl {
  const policy = window.trustedTypes?.createPolicy(POLICY, {
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(`Not the worker of this app: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(WORKER) ?? WORKER
}
