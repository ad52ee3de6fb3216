import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '#tests/harness/statistics.ts'
import { OPENING } from './storm-school.ts'
import type { StormSubject } from './storm-subject.ts'

const PATIENCE_MS = 60_000

export interface Pushed {
  /** jobs by how they ended; 'waiting' for those that have not */
  outcomes: ReadonlyMap<string, number>
  /** pushes that the push services took */
  taken: number
  /** ms from the opening until 99 % of these was taken */
  p99: number
}

/** Waits until the push server has done all that there is to do about the opening, or has had time enough. */
export async function awaitPushes(
  { services, database }: Pick<StormSubject, 'services' | 'database'>,
  opened: number,
): Promise<Pushed> {
  const times: number[] = []
  const count = async () => {
    const rows = await database.kysely
      .selectFrom('push_job')
      .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
      .where('testmoment_id', '=', OPENING)
      .groupBy('outcome')
      .execute()
    return new Map(rows.map((row) => [row.outcome ?? 'waiting', row.count]))
  }
  const isDone = (outcomes: ReadonlyMap<string, number>) => outcomes.size > 0 && !outcomes.has('waiting')
  let outcomes = await count()
  for (const until = Date.now() + PATIENCE_MS; !isDone(outcomes) && Date.now() < until; outcomes = await count())
    await delay(200)
  for (const { accepted } of await services.take()) times.push(...accepted.map((at) => at - opened))
  return { outcomes, taken: times.length, p99: times.length > 0 ? percentile(times, 0.99) : Number.NaN }
}
