import { createActor, fromPromise } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { createApi } from '#src/api/api.ts'
import { installWayOf } from '#src/install/install.machine.ts'
import { reconcile, startNotifying } from '#src/push/device-keeping.ts'
import { type PushActor, pushMachine } from '#src/push/push.machine.ts'
import { abilityOf, listenToWorker, pagePushBrowser } from '#src/push/push-browser.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { rememberHere } from '#src/session/storage-stand-in.ts'
import { renewNow } from './connection.ts'
import type { AppRouter } from './router.tsx'
import { session, unauthorized } from './session.ts'

const SPREAD_MS = 20_000
const PUT_OFF_KEY = 'push-put-off'

/** Separate from the API that announces changes to other tabs: those do not show what this device is notified of. */
const api = createApi({ bearer: () => bearerOf(session), unauthorized })

export interface PushSurroundings {
  router: AppRouter
  user: User
  /** resolves once a screen shows the state of pushes */
  wanted: Promise<void>
}

export function startPush({ router, user, wanted }: PushSurroundings): { actor: PushActor; stop: () => void } {
  const workers = navigator.serviceWorker
  const browser = pagePushBrowser(workers)
  const deps = { browser, api, userId: user.id }
  const actor = createActor(
    pushMachine.provide({
      actors: {
        reconcile: fromPromise(async () => {
          await Promise.race([wanted, someTime()])
          return oneTabAtATime(() => reconcile(deps))
        }),
        start: fromPromise(() => startNotifying(deps)),
        stop: fromPromise(() => browser.end()),
      },
      actions: { rememberPutOff: () => rememberHere(PUT_OFF_KEY) },
    }),
    { input: { ability: abilityOf(window, installWay()), isPutOff: localStorage.getItem(PUT_OFF_KEY) !== null } },
  )
  actor.start()
  if (!workers) return { actor, stop: () => actor.stop() }

  // On a slow network the worker may take longer to install than the actor waits.
  void workers.ready.then(() => {
    if (actor.getSnapshot().matches('failing')) actor.send({ type: 'status.changed' })
  })
  const stopListening = listenToWorker(workers, {
    onNews: () => void renewNow({ why: 'news' }),
    // The router asks first where the user would leave a form.
    goTo: (href) => router.history.push(href),
  })
  const ended = session.on('session.ended', ({ cause }) => {
    // A session that the server ended, as after months, keeps its subscription: a user who logs in again is notified as before.
    if (cause === 'logout') workers.controller?.postMessage({ type: 'push.end' })
  })
  const stopWatching = watchPermission(() => actor.send({ type: 'status.changed' }))
  return {
    actor,
    stop: () => {
      actor.stop()
      stopListening()
      stopWatching()
      ended.unsubscribe()
    },
  }
}

/** Spreads requests: a push makes thousands open the app at once, with more urgent requests first. */
const someTime = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, SPREAD_MS * Math.random())
  })

const installWay = () =>
  installWayOf({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isStandalone: matchMedia('(display-mode: standalone)').matches,
  })

/** Two tabs that start at once would both replace an old subscription. */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('push', work) : work()

function watchPermission(onChange: () => void): () => void {
  const watching = new AbortController()
  const watch = async () => {
    const permission = await navigator.permissions.query({ name: 'notifications' })
    permission.addEventListener('change', onChange, { signal: watching.signal })
  }
  // A browser that does not support this is checked at the next start.
  watch().catch(() => undefined)
  return () => watching.abort()
}
