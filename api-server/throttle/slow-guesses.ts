import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { createFairWork, type FairWork, type Party } from '#api-server/platform/fair-work.ts'
import { Problem } from '#server/problem.ts'

/** ms before each try: who mistyped hardly notices, and a guesser has 450 in a quarter of an hour from all the world. */
const PAUSE = 2_000

/** Behind the one of an account whose turn it is; they have their answer within ten seconds. */
const WAITING = 4

/** In all: each is an open request, and those are counted (server/load-shedding.ts). */
const HELD = 100

export type Pause = (ms: number) => Promise<unknown>

/**
 * Tries of an account that too many guess at, one after the other with a pause before each, and the addresses in turn.
 * Throws `too-many-requests` when too many wait.
 */
export function createSlowGuesses(pause: Pause = wait) {
  const lines = new Map<string, { inTurn: FairWork; held: number }>()
  let held = 0
  const refuse = () => new Problem('too-many-requests', { retryAfter: Math.ceil((PAUSE * WAITING) / 1_000) })

  return async <Value>(account: string, party: Party, attempt: () => Promise<Value>): Promise<Value> => {
    if (held >= HELD) throw refuse()
    const line = lines.get(account) ?? { inTurn: createFairWork({ atATime: 1, waiting: WAITING, refuse }), held: 0 }
    lines.set(account, line)
    held += 1
    line.held += 1
    try {
      return await line.inTurn(party, async () => {
        await pause(PAUSE)
        return attempt()
      })
    } finally {
      held -= 1
      line.held -= 1
      if (line.held === 0) lines.delete(account)
    }
  }
}

/** The latest so many, so that strangers cannot fill the memory. */
const REMEMBERED = 20_000

/** Which address logged in well to which account since the server started. */
export function createKnownAddresses(keyOf: (request: FastifyRequest, account: string) => string) {
  const known = new Set<string>()
  return {
    has: (request: FastifyRequest, account: string): boolean => known.has(keyOf(request, account)),
    add: (request: FastifyRequest, account: string): void => {
      const key = keyOf(request, account)
      known.delete(key)
      known.add(key)
      const [oldest] = known
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
  }
}
