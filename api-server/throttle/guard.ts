import type { FastifyRequest } from 'fastify'
import type { Counter } from './counter.ts'

/**
 * Lets an attempt through while its caller has some left, and counts it when its outcome is one that counts. Those that
 * still run are taken as counted, or a thousand at once would all be let through. Throws `too-many-requests`.
 */
export type Guard<Outcome> = <Value extends Outcome>(
  request: FastifyRequest,
  subject: string,
  attempt: () => Promise<Value>,
) => Promise<Value>

export function createGuard<Outcome>(
  counter: Counter,
  counts: (outcome: PromiseSettledResult<Outcome>) => boolean,
): Guard<Outcome> {
  const running = new Map<string, number>()

  return async (request, subject, attempt) => {
    const key = counter.keyOf(request, subject)
    const place = (running.get(key) ?? 0) + 1
    running.set(key, place)
    try {
      const { left, problem } = await counter.look(request, subject)
      if (left < place) throw problem
      const [outcome] = await Promise.allSettled([attempt()])
      if (counts(outcome)) await counter.add(request, subject)
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    } finally {
      const others = (running.get(key) ?? 1) - 1
      if (others === 0) running.delete(key)
      else running.set(key, others)
    }
  }
}
