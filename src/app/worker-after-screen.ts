const AFTER_SCREEN_MS = 1_000
let isAsked = false

/** To be called when a screen stands: what keeps the app on the device is nothing to wait for, nor is its code. */
export function startWorkerLater(): void {
  if (isAsked || !('serviceWorker' in navigator)) return
  isAsked = true
  setTimeout(() => {
    // A browser that refuses workers (a private window may) has the app all the same, online.
    import('./register-worker.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined)
  }, AFTER_SCREEN_MS)
}
