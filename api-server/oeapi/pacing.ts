import { setTimeout as wait } from 'node:timers/promises'
import { createFairWork } from '#api-server/platform/fair-work.ts'
import { OeapiProblem } from './oeapi-problem.ts'

/** Requests of other systems that may wait for their turn. */
const MOST_WAITING_REQUESTS = 100

/** Pause after a request of a connection, as a multiple of its duration, at most `LONGEST_PAUSE_MS`: people have the rest. */
const PAUSE_FACTOR = 2
const LONGEST_PAUSE_MS = 100

/**
 * Runs requests of other systems one at a time, and lets each connection wait after its own: a system that asks for all pages in
 * one go would otherwise take a third of the time that students have.
 */
export function createPacing() {
  const inTurn = createFairWork({
    atATime: 1,
    waiting: MOST_WAITING_REQUESTS,
    refuse: () =>
      new OeapiProblem('too-many-requests', 'Too many requests at once.', { headers: { 'retry-after': '5' } }),
  })
  /** end of the pause by connection, in ms of `performance.now()` */
  const notBefore = new Map<number, number>()

  return async <Answer>(connectionId: number, work: () => Promise<Answer>): Promise<Answer> => {
    const pause = (notBefore.get(connectionId) ?? 0) - performance.now()
    if (pause > 0) await wait(pause)
    return inTurn({ known: true, key: String(connectionId) }, async () => {
      const began = performance.now()
      try {
        return await work()
      } finally {
        const ended = performance.now()
        notBefore.set(connectionId, ended + Math.min(PAUSE_FACTOR * (ended - began), LONGEST_PAUSE_MS))
      }
    })
  }
}
