import { Workbox } from 'workbox-window'

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

export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV) {
    const { registerSW } = await import('virtual:pwa-register')
    registerSW()
    return
  }
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
