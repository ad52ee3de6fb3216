import type { Workbox } from 'workbox-window'

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

const AFTER_SCREEN_MS = 1_000
let isRegistered = false

/** To be called when a screen stands: what keeps the app on the device is nothing to wait for. */
export function registerWorker(): void {
  if (isRegistered || !('serviceWorker' in navigator)) return
  isRegistered = true
  // A browser that refuses workers (a private window may) has the app all the same, online.
  setTimeout(() => register().catch(() => undefined), AFTER_SCREEN_MS)
}

async function register(): Promise<void> {
  if (import.meta.env.DEV) {
    const { registerSW } = await import('virtual:pwa-register')
    registerSW()
    return
  }
  const { Workbox } = await import('workbox-window')
  await new Workbox(workerUrl()).register()
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
