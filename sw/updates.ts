import { isMessage, type TakeOver } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const AGAIN_AFTER_MS = 500
const TIMES = 40

/** A new version waits until it is told, by a window or by the version before it, that nothing is in its way. */
export function takeOverOnWord(): void {
  self.addEventListener('message', (event) => {
    if (isMessage<TakeOver>(event.data, 'SKIP_WAITING')) event.waitUntil(takeOver())
  })
}

/**
 * Once is not always enough: Chromium asks the version in charge only then to let go, and forgets it where that one is
 * just being started for a question. It would be half a minute of silence, in which windows ask and ask.
 */
async function takeOver(): Promise<void> {
  for (let asked = 0; asked < TIMES && self.registration.waiting; asked += 1) {
    await self.skipWaiting()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}
