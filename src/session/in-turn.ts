const NAME = 'session-refresh'
/** A tab that holds the lock longer than this may be frozen; the server tolerates two refreshes with one token. */
const LOCK_TIMEOUT_MS = 5_000

/** Runs work under a lock that all tabs share. Without locks, or if it is not granted in time, it runs anyway. */
export async function inTurn<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  const release = await takeLock(locks)
  try {
    return await work()
  } finally {
    release()
  }
}

const takeLock = (locks: LockManager | undefined): Promise<() => void> =>
  new Promise((resolve) => {
    const goOn = () => resolve(() => {})
    if (!locks) return goOn()
    const whileHeld = () => new Promise<void>((release) => resolve(release))
    locks.request(NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, whileHeld).catch(goOn)
  })
