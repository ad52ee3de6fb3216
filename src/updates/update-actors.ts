import { isMessage, type TakeOver, type WorkerLeaves } from '#sw/messages.ts'

/** Resolves once the server's newest worker is in control; at once if there is none newer, or no worker. */
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

/** Also resolves if the browser discards the worker, as when one of its files fails to load. */
const untilInstalled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = () => worker.state !== 'installing' && resolve()
    worker.addEventListener('statechange', look)
    look()
  })

const KEY = 'reloaded-for-release'

interface MissingCodeDeps {
  /** release that the server serves now; rejects if the server cannot be asked */
  askRelease: () => Promise<string | null>
  ownRelease: string
  /** null if it lasts no longer than the page */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** this page was loaded by a reload */
  isReload: boolean
}

/**
 * Whether code that failed to load is gone because of a newer release, so that the page must be reloaded. Once per release: a
 * failure after that is shown. Without storage, a page that was just reloaded is not reloaded again. Without an answer from the
 * server, nothing counts as gone.
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

/** Answers a worker that unregisters itself whether the user is busy in this window. */
export function answerWorker(workers: ServiceWorkerContainer, isInUse: () => boolean): void {
  workers.addEventListener('message', ({ data, ports }) => {
    if (isMessage<WorkerLeaves>(data, 'worker.leaves')) ports[0]?.postMessage(isInUse())
  })
}

/** Asks the guards of unsaved work, as the browser does before leaving a page, without leaving it. */
export const wouldLoseWork = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Whether a notice would interrupt the user. */
export const isInUse = (): boolean =>
  wouldLoseWork() ||
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, select, textarea') === true
