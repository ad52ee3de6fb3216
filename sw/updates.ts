import { isMessage, type TakeOver } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** A new version waits until it is told, by a window or by the version before it, that nothing is in its way. */
export function takeOverOnWord(): void {
  self.addEventListener('message', ({ data }) => {
    if (isMessage<TakeOver>(data, 'SKIP_WAITING')) self.skipWaiting()
  })
}
