import { setTimeout as delay } from 'node:timers/promises'
import { SeededRandom } from '#database/demo/drawn-students.ts'
import { MODULES } from '#tests/harness/school/bench-school.ts'
import { StormJournal } from './journal.ts'
import type { StormSize } from './storm-size.ts'
import { type Visit, visit } from './student-visit.ts'

const BY_PASSWORD = 0.02
/** Share of students who tap two modules in two tabs at once, while the moment allows one. */
const IN_TWO_TABS = 0.1
/** ms that they read before they enroll */
const THINKS = { from: 1_000, to: 3_000 }
/** after the last has come; a minute is what they all may take */
const PATIENCE_MS = 90_000

export interface StormTarget {
  /** ports of the API servers, which students use in turn */
  ports: readonly number[]
  /** tokens by user id, from 1 */
  refreshTokens: readonly string[]
}

/** Some of those who were enrolled at once leave again, each at a time of their own (ms after the opening). */
export interface Leaving {
  share: number
  from: number
  to: number
}

/**
 * All students come within these seconds, each when they come and not when there is room for them, the same each time.
 * Resolves once each has settled or given up.
 */
export async function runStorm(
  { ports, refreshTokens }: StormTarget,
  size: StormSize,
  leaving?: Leaving,
): Promise<StormJournal> {
  const random = new SeededRandom(9)
  const journal = new StormJournal()
  const started = performance.now()
  const until = started + size.seconds * 1_000 + PATIENCE_MS
  const visits = Array.from({ length: size.students }, (_, index): Visit => {
    const module = index % MODULES
    const other = (module + 1) % MODULES
    return {
      user_id: index + 1,
      arrives: started + random.next() * size.seconds * 1_000,
      until,
      thinks: random.between(THINKS.from, THINKS.to),
      byPassword: random.chance(BY_PASSWORD),
      refreshToken: refreshTokens[index + 1] ?? '',
      modules: random.chance(IN_TWO_TABS) ? [module + 1, other + 1] : [module + 1],
      leaves: leaving && random.chance(leaving.share) ? started + random.between(leaving.from, leaving.to) : undefined,
      ports: ports.map((_port, turn) => ports[(index + turn) % ports.length] ?? 0),
    }
  })
  await Promise.all(visits.map((plan) => arrive(plan, journal)))
  journal.settledAfter = performance.now() - started
  return journal
}

/** Nothing of a visit is there before it begins: 10,000 of them at once would be the sender's own storm. */
async function arrive(plan: Visit, journal: StormJournal): Promise<void> {
  // Dialling takes a moment, so a little early; the first call waits for the rest.
  await delay(Math.max(0, plan.arrives - performance.now() - 2))
  await visit(plan, journal)
}
