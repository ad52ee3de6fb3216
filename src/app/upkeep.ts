import { Workbox } from 'workbox-window'
import type { LoadInstall } from '#src/install/install-context.ts'
import { dropCardOfOthers } from '#src/offline/kept-card.ts'
import { dropDraft, dropEdits } from '#src/offline/kept-draft.ts'
import { giveListsTo } from '#src/offline/kept-list.ts'
import { guardDoublePress } from '#src/ui/double-press.ts'
import { keepFocus } from '#src/ui/keep-focus.ts'
import { answerWorker, isInUse } from '#src/updates/update-actors.ts'
import { renewNow } from './connection.ts'
import { showNotices } from './notices.tsx'
import { session } from './session.ts'
import { startUpdates, updates } from './updates.ts'

/** All by which the app keeps itself: on the device, up to date, the focus where it was, and a double press one press. */
export async function startUpkeep(loadInstall: LoadInstall): Promise<void> {
  keepFocus(document)
  guardDoublePress(document)
  startKeptLists()
  startUpdates()
  showNotices(await loadInstall())
  await registerWorker()
}

/** The worker keeps lists for the user who is logged in, and wipes them with the session. */
function startKeptLists(): void {
  void giveToWhoIsHere()
  session.on('session.started', giveToWhoIsHere)
  // Lists are fetched again by who logs in; what they typed stays theirs until then.
  session.on('session.lapsed', () => void giveListsTo(null))
  session.on('session.ended', ({ cause }) => {
    dropDraft()
    dropEdits()
    void wipePresence(null)
    // Another tab has announced its own logout; by now the lists may be those of the next user.
    if (cause === 'logout' || cause === 'refused') void giveListsTo(null)
  })
  navigator.serviceWorker?.addEventListener('controllerchange', giveToWhoIsHere)
}

async function giveToWhoIsHere(): Promise<void> {
  const { user, refreshToken } = session.getSnapshot().context
  // With a session of nobody known the server has still to say whose it is.
  if (!user && refreshToken) return
  if (!user) {
    dropDraft()
    dropEdits()
  }
  dropCardOfOthers(user?.id ?? null)
  void wipePresence(user?.id ?? null)
  // Lists that were fetched before the worker ran, or before it knew this user, are fetched once more to be kept.
  if ((await giveListsTo(user?.id ?? null)) && user) void renewNow({ why: 'news' })
}

/** Who is there now finds no presence list of who was before. What wipes them is loaded where there is such a thing alone. */
async function wipePresence(userId: number | null): Promise<void> {
  try {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'presence')) return
    const { wipeListsOfOthers } = await import('#src/presence/presence-store.ts')
    await wipeListsOfOthers(userId)
  } catch {
    // A browser that refuses this keeps nothing either.
  }
}

type WorkerUrl = ConstructorParameters<typeof Workbox>[0]

declare global {
  interface Window {
    /** Chromium's, and coming elsewhere: https://www.w3.org/TR/trusted-types/ */
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

/** A browser that refuses workers (a private window may) has the app all the same, online. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    const { registerSW } = await import('virtual:pwa-register')
    registerSW()
    return
  }
  const { serviceWorker } = navigator
  answerWorker(serviceWorker, isInUse)
  // The first worker takes charge of a page that is its own age; only one that follows another replaces code.
  let before = serviceWorker.controller
  serviceWorker.addEventListener('controllerchange', () => {
    if (before) updates.send({ type: 'version.replaced' })
    before = serviceWorker.controller
  })
  const workbox = new Workbox(workerUrl())
  workbox.addEventListener('waiting', () => updates.send({ type: 'version.waiting' }))
  await workbox.register()
}

/** Trusted Types refuse a plain text as a worker's address: this policy grants the one address there is. */
function workerUrl(): WorkerUrl {
  const policy = window.trustedTypes?.createPolicy(POLICY, {
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(`Not the worker of this app: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(WORKER) ?? WORKER
}
