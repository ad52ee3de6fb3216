import { setTimeout as delay } from 'node:timers/promises'
import { TestRunner } from 'vitest'

/** Share of a test's limit after which a wait counts as endless: the test then still says what it waited for. */
const GUARD_SHARE = 0.75

const LOOK_MS = 10

/** Vitest may have replaced the clock by the time that a test waits. */
const now = performance.now.bind(performance)

/**
 * Waits until `check` no longer throws, and returns its result. For what another process or the network brings about; real time
 * passes, also under a fake clock. The guard only ends a wait for what never comes: no test may depend on its length.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const guard = now() + (TestRunner.getCurrentTest()?.timeout ?? 60_000) * GUARD_SHARE
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (now() > guard) throw error
    }
    await delay(LOOK_MS)
  }
}
