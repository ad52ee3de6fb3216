const AFTER_SCREEN_MS = 1_000
let isAsked = false

/** To be called when a screen stands: what keeps the app on the device is nothing to wait for, nor is its code. */
export function startWorkerLater(): void {
  if (isAsked) return
  isAsked = true
  setTimeout(() => {
    // A release may have replaced the file meanwhile: this page goes without until it is loaded anew.
    import('./upkeep.ts').then(({ startUpkeep }) => startUpkeep()).catch(() => undefined)
  }, AFTER_SCREEN_MS)
}
