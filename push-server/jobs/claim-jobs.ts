import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { pushSubjectOf } from '#domain/push/push.rules.ts'

interface JobClaim {
  limit: number
  /** ms within which they must be settled; after it other processes may claim them */
  lease: number
  /** push services to skip */
  without: readonly string[]
  /** how many more jobs a push service may have, so that a slow one does not take all the room */
  roomOf: (origin: string) => number
  now: number
}

/** Job that only this process may handle until `claimed_until` (ISO). */
export interface ClaimedJob {
  id: number
  claimed_until: string
  /** number of this attempt, from 1 */
  attempts: number
}

/** Claims the jobs that have been due longest. Processes that claim at once get different jobs. */
export async function claimJobs(
  { kysely, transaction }: Pick<Database, 'kysely' | 'transaction'>,
  { limit, lease, roomOf, now, ...claim }: JobClaim,
): Promise<ClaimedJob[]> {
  const at = new Date(now).toISOString()
  // Looks first without a transaction, and locks by a statement of its own, like the outbox.
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
    // If the first jobs in line are all for one push service, look behind them for others.
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

function due(kysely: Kysely, at: string, without: readonly string[]) {
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

/** Loads the data for sending these jobs; jobs of a deleted device are missing. */
export async function loadJobs(kysely: Kysely, claimed: readonly ClaimedJob[]) {
  if (claimed.length === 0) return []
  const byId = new Map(claimed.map((job) => [job.id, job]))
  const rows = await kysely
    .selectFrom('push_job')
    .innerJoin('push_subscription', 'push_subscription.id', 'push_job.push_subscription_id')
    .innerJoin('outbox', 'outbox.id', 'push_job.outbox_id')
    .select(['push_job.id', 'push_job.origin', 'push_job.available_at'])
    .select(['push_job.kind', 'push_job.testmoment_id', 'push_job.message_id', 'push_job.publication_id'])
    .select(['push_subscription.id as push_subscription_id', 'push_subscription.user_id'])
    .select(['push_subscription.endpoint', 'push_subscription.p256dh', 'push_subscription.auth'])
    .select(['push_subscription.vapid_key', 'outbox.created_at as announced_at'])
    .where('push_job.id', 'in', [...byId.keys()])
    .orderBy('push_job.id')
    .execute()
  return rows.flatMap(({ kind, testmoment_id, message_id, publication_id, ...row }) => {
    const job = byId.get(row.id)
    return job ? [{ ...row, ...job, subject: pushSubjectOf({ kind, testmoment_id, message_id, publication_id }) }] : []
  })
}

export type JobRow = Awaited<ReturnType<typeof loadJobs>>[number]
