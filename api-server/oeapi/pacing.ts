import { createFairWork } from '#api-server/platform/fair-work.ts'
import { OeapiProblem } from './oeapi-problem.ts'

/** Requests of other systems that may wait for their turn. */
const MOST_WAITING_REQUESTS = 100

/**
 * Pause after a request of a connection, as a multiple of its duration, at most `LONGEST_PAUSE_MS`: people have the rest. It is the
 * longer one after a pause in which somebody asked something.
 */
const PAUSE_FACTOR = 2
const PAUSE_FACTOR_BESIDE_PEOPLE = 10
const LONGEST_PAUSE_MS = 100

/**
 * Runs requests of other systems one at a time, and lets each connection wait after its own: a system that asks for all pages in
 * one go would otherwise take a third of the time that students have. `countOfPeople` returns how many requests people made so far.
 */
export function createPacing(countOfPeople: () => number) {
  const inTurn = createFairWork({
    atATime: 1,
    waiting: MOST_WAITING_REQUESTS,
    refuse: () =>
      new OeapiProblem('too-many-requests', 'Too many requests at once.', { headers: { 'retry-after': '5' } }),
  })
  /** the pause of each connection: its end in ms of `performance.now()`, and the count at its beginning */
  const pauses = new Map<number, { until: number; count: number }>()

  return async <Answer>(connectionId: number, work: () => Promise<Answer>): Promise<Answer> => {
    const pause = pauses.get(connectionId)
    const left = (pause?.until ?? 0) - performance.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
    const isBesidePeople = pause !== undefined && countOfPeople() > pause.count
    const factor = isBesidePeople ? PAUSE_FACTOR_BESIDE_PEOPLE : PAUSE_FACTOR
    return inTurn({ known: true, key: String(connectionId) }, async () => {
      const began = performance.now()
      try {
        return await work()
      } finally {
        const ended = performance.now()
        const until = ended + Math.min(factor * (ended - began), LONGEST_PAUSE_MS)
        pauses.set(connectionId, { until, count: countOfPeople() })
      }
    })
  }
}
