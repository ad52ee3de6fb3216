import type { FastifyRequest } from 'fastify'
import type { Counter } from './counter.ts'

/**
 * Lets an attempt through while its caller has some left, and counts it when its outcome is one that counts. Those that
 * still run are taken as counted, or a thousand at once would all pass: one more than are left waits for an outcome.
 * `whenNone` says what comes of an attempt when none are left; unless it is given, `too-many-requests` is thrown.
 */
export type Guard<Outcome> = <Value extends Outcome>(
  request: FastifyRequest,
  subject: string,
  attempt: () => Promise<Value>,
) => Promise<Value>

export function createGuard<Outcome>(
  counter: Counter,
  counts: (outcome: PromiseSettledResult<Outcome>) => boolean,
  whenNone?: Guard<Outcome>,
): Guard<Outcome> {
  const running = createRunning()

  return async (request, subject, attempt) => {
    const key = counter.keyOf(request, subject)
    for (let free = false; !free; ) {
      const { left, problem } = await counter.look(request, subject)
      if (left === 0) {
        if (whenNone) return whenNone(request, subject, attempt)
        throw problem
      }
      free = running.count(key) < left
      if (!free) await running.end(key)
    }
    const outcome = await running.track(key, async () => {
      const [settled] = await Promise.allSettled([attempt()])
      if (counts(settled)) await counter.add(request, subject)
      return settled
    })
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}

/** Which attempts are under way, by key. */
function createRunning() {
  const attempts = new Map<string, Set<Promise<unknown>>>()

  return {
    count: (key: string) => attempts.get(key)?.size ?? 0,
    /** of any of them; at least one runs */
    end: (key: string) => Promise.race(attempts.get(key) ?? []),
    track: async <Value>(key: string, work: () => Promise<Value>): Promise<Value> => {
      const beside = attempts.get(key) ?? new Set()
      attempts.set(key, beside)
      const result = work()
      const ended: Promise<void> = Promise.allSettled([result])
        // Leaves a turn after it was counted: whoever looked just before that still sees it here.
        .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
        .then(() => {
          beside.delete(ended)
          if (beside.size === 0) attempts.delete(key)
        })
      beside.add(ended)
      return result
    },
  }
}
