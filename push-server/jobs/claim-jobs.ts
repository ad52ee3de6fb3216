import type { Kysely } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'

export interface JobClaim {
  /** at most this many */
  limit: number
  /** ms within which they must be settled: whoever lets it pass loses them to others */
  lease: number
  /** push services that are to be left alone */
  without: readonly string[]
  /** how many more a push service may have: one that is slow must not get all there is room for */
  roomOf: (origin: string) => number
  /** ms since the epoch */
  now: number
}

/** A job that this process has to itself until `claimed_until` (ISO). */
export interface ClaimedJob {
  id: number
  claimed_until: string
  /** counted from 1, this one included */
  attempts: number
}

/** Takes the jobs that have been due longest. Of several processes that claim at once each gets others. */
export async function claimJobs(
  { kysely, transaction }: Pick<Database, 'kysely' | 'transaction'>,
  { limit, lease, roomOf, now, ...claim }: JobClaim,
): Promise<ClaimedJob[]> {
  const at = new Date(now).toISOString()
  // As in the outbox: first without a transaction, and locked by a statement of its own.
  if (!(await due(kysely, at, claim.without).limit(1).executeTakeFirst())) return []
  const claimed_until = new Date(now + lease).toISOString()
  return transaction(async (trx) => {
    const [mine, without, room] = [new Set<number>(), new Set(claim.without), new Map<string, number>()]
    const take = ({ id, origin }: { id: number; origin: string }) => {
      if (mine.size === limit || mine.has(id)) return
      const left = room.get(origin) ?? roomOf(origin)
      room.set(origin, left - 1)
      if (left > 0) mine.add(id)
      if (left <= 1) without.add(origin)
    }
    // Where the first in line are all for one push service, those behind them are for others.
    for (let full = -1; full < without.size; ) {
      full = without.size
      const found = await due(trx, at, [...without])
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
      found.forEach(take)
      if (found.length < limit) break
    }
    if (mine.size === 0) return []
    const jobs = await trx
      .updateTable('push_job')
      .set((column) => ({ claimed_until, attempts: column('attempts', '+', 1) }))
      .where('id', 'in', [...mine])
      .returning(['id', 'claimed_until', 'attempts'])
      .execute()
    return jobs.map((job) => ({ ...job, claimed_until }))
  })
}

function due(kysely: Kysely<Tables>, at: string, without: readonly string[]) {
  const all = kysely
    .selectFrom('push_job')
    .select(['id', 'origin'])
    .where('done_at', 'is', null)
    .where('available_at', '<=', at)
    .where((either) => either.or([either('claimed_until', 'is', null), either('claimed_until', '<=', at)]))
    .orderBy('available_at')
    .orderBy('id')
  return without.length === 0 ? all : all.where('origin', 'not in', without)
}
