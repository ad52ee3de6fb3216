import { createHmac, randomBytes } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

interface Limit {
  /** how many are let through in a window */
  max: number
  /** ms, from the first that was counted */
  window: number
  /** each caller's address has its own count unless this says that all share one */
  shared?: boolean
}

/**
 * Counter of a caller's use of a limit. The subject distinguishes uses of one address, such as the account it is for.
 */
export interface Counter {
  add(request: FastifyRequest, subject: string): Promise<void>
  /** how many are left, and what to throw when that is none */
  look(request: FastifyRequest, subject: string): Promise<{ left: number; problem: Problem }>
  /** key under which it counts */
  keyOf(request: FastifyRequest, subject: string): string
}

/** Address of a household: a /64 of IPv6. */
export const addressOf = (request: FastifyRequest): string => normalizeIP(request.ip)

/** Addresses and accounts stand in memory under this only, and are forgotten with it. */
const secret = randomBytes(32)

/**
 * The latest so many keys, so that strangers cannot fill the memory. More than one address may call in the longest window
 * (600 a minute, for a quarter of an hour), or it could push its own count out.
 */
const KEYS_KEPT = 20_000

/** `app` has @fastify/rate-limit. */
export function createCounter(app: Api, { max, window, shared = false }: Limit): Counter {
  const subjects = new WeakMap<FastifyRequest, string>()
  const keyOf = (request: FastifyRequest, subject: string) =>
    createHmac('sha256', secret)
      .update(shared ? subject : `${addressOf(request)} ${subject}`)
      .digest('base64url')
  // The plugin takes `cache` here too, which its types do not know.
  const options = {
    max,
    timeWindow: window,
    cache: KEYS_KEPT,
    keyGenerator: (request: FastifyRequest) => keyOf(request, subjects.get(request) ?? ''),
  }
  const limiter = app.createRateLimit(options)

  return {
    keyOf,
    add: async (request, subject) => {
      subjects.set(request, subject)
      await limiter(request)
    },
    look: async (request, subject) => {
      subjects.set(request, subject)
      const state = await limiter(request, { increment: false })
      // An allow list, of which there is none, is what could make it `isAllowed`.
      const { remaining, ttlInSeconds } = state.isAllowed ? { remaining: max, ttlInSeconds: 0 } : state
      return { left: remaining, problem: tooMany(ttlInSeconds) }
    },
  }
}

const tooMany = (seconds: number) => new Problem('too-many-requests', { retryAfter: Math.max(seconds, 1) })

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
    /** resolves when any of them ends; at least one runs */
    end: (key: string) => Promise.race(attempts.get(key) ?? []),
    track: async <Value>(key: string, work: () => Promise<Value>): Promise<Value> => {
      const beside = attempts.get(key) ?? new Set()
      attempts.set(key, beside)
      const result = work()
      const ended: Promise<void> = Promise.allSettled([result])
        // Leaves a turn after it was counted: a check just before that still sees it here.
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
