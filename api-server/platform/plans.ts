import { createHash } from 'node:crypto'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

/** Plan of an act. `confirmation` identifies it; null if it would do nothing. */
interface Plan {
  confirmation: string | null
}

/**
 * Digest that identifies a plan by what it would do: business keys and counts. Pass no generated ids or times, since a
 * rehearsal and the act make different ones, and no counts that others change all the time.
 */
export const planDigest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Digest of a plan of thousands of lines, one line per step, for `inTurns`. `place` says where they would go. */
export function* planDigestOfLines(place: unknown, lines: readonly unknown[]): Generator<undefined, string, undefined> {
  const digest = createHash('sha256').update(`${JSON.stringify(place)} `)
  for (const line of lines) {
    digest.update(JSON.stringify(line))
    yield
  }
  return digest.digest('base64url')
}

/** Throws `plan-changed`, with the present plan, unless it is the confirmed one. Call it under the locks of the act. */
export function requirePlan(preview: Plan, confirmation: string): void {
  if (preview.confirmation !== confirmation) throw planChanged(preview)
}

export const planChanged = (preview: Plan): Problem => new Problem('plan-changed', { details: { preview } })

/** Error that ends a rehearsal, so that its transaction is rolled back. */
class Rehearsed<Outcome> extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('rehearsed')
    this.outcome = outcome
  }
}

/**
 * Carries out an act and rolls it back, so that the plan is what the act really does. For acts on at most 300 rows: on SQLite a
 * rehearsal holds the only writer. The act must hash no passwords, count no metrics and wake no pollers.
 */
export async function rehearse<Outcome>(
  database: Database,
  act: (trx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  const rehearsal = database.transaction<never>(async (trx) => {
    throw new Rehearsed(await act(trx))
  })
  return rehearsal.catch((error: unknown) => {
    if (error instanceof Rehearsed) return error.outcome
    throw error
  })
}
