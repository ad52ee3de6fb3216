import { createFairWork } from '#api-server/platform/fair-work.ts'
import { OeapiProblem } from './oeapi-problem.ts'

/** Requests of other systems that may wait for their turn. */
const MOST_WAITING_REQUESTS = 100

/** Requests of people within `LULL_MS` from which on it is a rush: an opening has a hundred, an ordinary hour less than one. */
const RUSH_REQUESTS = 5
const LULL_MS = 100

/** A list waits for a lull no longer: a storm of half a minute costs a system some twenty of these, and none meets its timeout. */
const LONGEST_WAIT_MS = 1_500

/**
 * Pause after a request of a connection, as a multiple of its duration, at most `LONGEST_PAUSE_MS`: people have the rest. It is the
 * longer one after a request that ended in a rush.
 */
const PAUSE_FACTOR = 2
const PAUSE_FACTOR_IN_RUSH = 10
const LONGEST_PAUSE_MS = 100

export interface Rush {
  /** notes a request of a person */
  note(): void
  /** ms until the rush is over if nobody asks more; 0 or less if there is none */
  left(): number
}

/** Watches how close together people's requests to this process are. */
export function watchRush(): Rush {
  /** times of the latest requests, by `performance.now()`; the oldest is at `oldest` */
  const latest = new Float64Array(RUSH_REQUESTS).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0
  return {
    note: () => {
      latest[oldest] = performance.now()
      oldest = (oldest + 1) % RUSH_REQUESTS
    },
    left: () => (latest[oldest] ?? 0) + LULL_MS - performance.now(),
  }
}

/** Kind of request of a connection; lists cost by far the most. */
type Wanted = 'list' | 'one'

/**
 * Runs requests of other systems one at a time, and lets each connection wait after its own: a system that asks for all pages in
 * one go would otherwise take a third of the time that students have. A list also waits until the rush is over.
 */
export function createPacing(rush: Pick<Rush, 'left'>) {
  const inTurn = createFairWork({
    atATime: 1,
    waiting: MOST_WAITING_REQUESTS,
    refuse: () =>
      new OeapiProblem('too-many-requests', 'Too many requests at once.', { headers: { 'retry-after': '5' } }),
  })
  /** end of each connection's pause, in ms of `performance.now()` */
  const pauses = new Map<number, number>()

  return async <Answer>(connectionId: number, wanted: Wanted, work: () => Promise<Answer>): Promise<Answer> => {
    const latest = performance.now() + LONGEST_WAIT_MS
    const pauseLeft = () => (pauses.get(connectionId) ?? 0) - performance.now()
    const rushLeft = () => (wanted === 'list' ? Math.min(rush.left(), latest - performance.now()) : 0)
    const waitLeft = () => Math.max(pauseLeft(), rushLeft())
    for (;;) {
      // A server that was busy has requests of people that it has not seen yet: the event loop reads them before this.
      await new Promise((resolve) => setImmediate(resolve))
      const left = waitLeft()
      if (left <= 0) break
      await new Promise((resolve) => setTimeout(resolve, left))
    }
    return inTurn({ known: true, key: String(connectionId) }, async () => {
      const began = performance.now()
      try {
        return await work()
      } finally {
        const ended = performance.now()
        const factor = rush.left() > 0 ? PAUSE_FACTOR_IN_RUSH : PAUSE_FACTOR
        pauses.set(connectionId, ended + Math.min(factor * (ended - began), LONGEST_PAUSE_MS))
      }
    })
  }
}
