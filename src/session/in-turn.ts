const NAME = 'session-refresh'
/** A tab that holds the lock longer than this may be frozen; the server puts up with two refreshes of one token. */
const LOCK_TIMEOUT_MS = 5_000

/**
 * Does what has to do with the tokens of a session while no other tab does. Without locks, or without an answer from them,
 * it is done all the same.
 */
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
    const held = () => new Promise<void>((release) => resolve(release))
    locks.request(NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, held).catch(goOn)
  })
