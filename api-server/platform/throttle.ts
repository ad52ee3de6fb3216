import { createHmac, randomBytes } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

interface Limit {
  /** attempts allowed in a window */
  max: number
  /** ms, from the first counted attempt */
  window: number
  /** all callers share one count; by default each address has its own */
  shared?: boolean
}

/** Counter of a caller's use of a limit. The subject distinguishes uses of one address, such as the account it is for. */
export interface Counter {
  add(request: FastifyRequest, subject: string): Promise<void>
  /** returns the number left, and the problem to throw if that is 0 */
  look(request: FastifyRequest, subject: string): Promise<{ left: number; problem: Problem }>
  keyOf(request: FastifyRequest, subject: string): string
}

/** Address with a port, as some proxies forward it: '192.0.2.1:17085' and '[2001:db8::1]:17085'. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/

/** Address of a household: without a port, which each connection has another of, and IPv6 cut to /64. */
export function addressOf({ ip }: FastifyRequest): string {
  const [, v6, v4] = WITH_PORT.exec(ip) ?? []
  return normalizeIP(v6 ?? v4 ?? ip)
}

/** Key with which addresses and accounts are hashed in memory; lost with the process. */
const secret = randomBytes(32)

/**
 * Counts kept, the latest first, so that strangers can't fill the memory. It exceeds the calls that one address can make in the
 * longest window (600 a minute for 15 minutes), so no address can evict its own count.
 */
const KEYS_KEPT = 20_000

/** `app` must have @fastify/rate-limit. */
export function createCounter(app: Api, { max, window, shared = false }: Limit): Counter {
  const subjects = new WeakMap<FastifyRequest, string>()
  const keyOf = (request: FastifyRequest, subject: string) =>
    createHmac('sha256', secret)
      .update(shared ? subject : `${addressOf(request)} ${subject}`)
      .digest('base64url')
  // The plugin also takes `cache` here, which its types omit.
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
      // `isAllowed` is true only for an allow list, and there is none.
      const { remaining, ttlInSeconds } = state.isAllowed ? { remaining: max, ttlInSeconds: 0 } : state
      return { left: remaining, problem: tooMany(ttlInSeconds) }
    },
  }
}

const tooMany = (seconds: number) => new Problem('too-many-requests', { retryAfter: Math.max(seconds, 1) })

/**
 * Runs an attempt if its caller has any left, and counts it if its outcome counts. Running attempts are taken as counted, or a
 * thousand at once would all pass: an attempt beyond the number left waits for an outcome. If none are left, `whenNone` handles
 * it, or `too-many-requests` is thrown.
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

/** Tracks the running attempts by key. */
function createRunning() {
  const attempts = new Map<string, Set<Promise<unknown>>>()

  return {
    count: (key: string) => attempts.get(key)?.size ?? 0,
    /** resolves when any of them ends; only call it while one runs */
    end: (key: string) => Promise.race(attempts.get(key) ?? []),
    track: async <Value>(key: string, work: () => Promise<Value>): Promise<Value> => {
      const beside = attempts.get(key) ?? new Set()
      attempts.set(key, beside)
      const result = work()
      const ended: Promise<void> = Promise.allSettled([result])
        // Removed one turn after it was counted, so that a check just before still finds it here.
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
