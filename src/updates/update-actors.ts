import { isMessage, type TakeOver, type WorkerLeaves } from '#sw/messages.ts'

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

const KEY = 'reloaded-for-release'

interface MissingCodeDeps {
  /** the app that the server gives out now; rejects where it cannot be asked */
  askRelease: () => Promise<string | null>
  ownRelease: string
  /** null where it lasts no longer than the page */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** this page was loaded by a reload */
  isReload: boolean
}

/**
 * Whether a part of the code that could not be had is gone for good, which a newer release does: the page then has to be
 * reloaded. Once for each release: what stays missing after that is to be seen. Where the browser keeps nothing, a page that
 * was just reloaded is not reloaded again. Without a server nothing is gone.
 */
export async function isGoneByRelease({
  askRelease,
  ownRelease,
  storage,
  isReload,
}: MissingCodeDeps): Promise<boolean> {
  const release = await askRelease().catch(() => null)
  if (release === null || release === ownRelease || storage?.getItem(KEY) === release) return false
  return remember(storage, release) || !isReload
}

function remember(storage: MissingCodeDeps['storage'], release: string): boolean {
  try {
    storage?.setItem(KEY, release)
    return storage !== null
  } catch {
    return false
  }
}

/** Answers a worker that ends the app's offline life whether somebody is at work in this window. */
export function answerWorker(workers: ServiceWorkerContainer, isInUse: () => boolean): void {
  workers.addEventListener('message', ({ data, ports }) => {
    if (isMessage<WorkerLeaves>(data, 'worker.leaves')) ports[0]?.postMessage(isInUse())
  })
}

/** Asks the guards of unsaved work, as the browser does before a page is left, without leaving it. */
export const wouldLoseWork = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Somebody is at something that a notice would interrupt. */
export const isInUse = (): boolean =>
  wouldLoseWork() ||
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, select, textarea') === true
