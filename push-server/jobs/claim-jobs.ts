import type { Kysely } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'

export interface JobClaim {
  /** at most this many */
  limit: number
  /** ms within which they must be settled: whoever lets it pass loses them to others */
  lease: number
  /** push services that are to be left alone, or have enough to do */
  without: readonly string[]
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
  { limit, lease, without, now }: JobClaim,
): Promise<ClaimedJob[]> {
  const at = new Date(now).toISOString()
  // As in the outbox: first without a transaction, and locked by a statement of its own.
  if (!(await due(kysely, at, without).limit(1).executeTakeFirst())) return []
  const claimed_until = new Date(now + lease).toISOString()
  return transaction(async (trx) => {
    const mine = await due(trx, at, without).limit(limit).forUpdate().skipLocked().execute()
    if (mine.length === 0) return []
    const ids = mine.map(({ id }) => id)
    return trx
      .updateTable('push_job')
      .set((column) => ({ claimed_until, attempts: column('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .returning(['id', 'claimed_until', 'attempts'])
      .execute()
  }).then((jobs) => jobs.map((job) => ({ ...job, claimed_until })))
}

function due(kysely: Kysely<Tables>, at: string, without: readonly string[]) {
  const all = kysely
    .selectFrom('push_job')
    .select('id')
    .where('done_at', 'is', null)
    .where('available_at', '<=', at)
    .where((either) => either.or([either('claimed_until', 'is', null), either('claimed_until', '<=', at)]))
    .orderBy('available_at')
    .orderBy('id')
  return without.length === 0 ? all : all.where('origin', 'not in', without)
}
