import type { TakeOver } from '#sw/messages.ts'

/** Resolves once the newest worker that the server has is in charge; at once where there is none newer, or no worker. */
export async function bringInNewest(workers: ServiceWorkerContainer | undefined): Promise<void> {
  const registration = await workers?.getRegistration()
  if (!workers || !registration) return
  await registration.update()
  const newest = registration.installing ?? registration.waiting
  if (!newest) return
  await untilInstalled(newest)
  if (newest.state !== 'installed') return
  const inCharge = new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
  newest.postMessage({ type: 'SKIP_WAITING' } satisfies TakeOver)
  await inCharge
}

/** Or given up by the browser, as when a file of it cannot be had. */
const untilInstalled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = () => worker.state !== 'installing' && resolve()
    worker.addEventListener('statechange', look)
    look()
  })
