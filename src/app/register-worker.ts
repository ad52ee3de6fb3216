import { Workbox } from 'workbox-window'
import { answerWorker, isInUse } from '#src/updates/update-actors.ts'
import { updates } from './updates.ts'

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
export async function registerWorker(): Promise<void> {
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
