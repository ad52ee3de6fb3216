import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { ClaimedJob } from './claim-jobs.ts'

/** What it takes to send these; those whose device has gone meanwhile are gone too. */
export async function loadJobs(kysely: Kysely<Tables>, claimed: readonly ClaimedJob[]) {
  if (claimed.length === 0) return []
  const byId = new Map(claimed.map((job) => [job.id, job]))
  const rows = await kysely
    .selectFrom('push_job')
    .innerJoin('push_subscription', 'push_subscription.id', 'push_job.push_subscription_id')
    .innerJoin('outbox', 'outbox.id', 'push_job.outbox_id')
    .select(['push_job.id', 'push_job.kind', 'push_job.testmoment_id', 'push_job.origin', 'push_job.available_at'])
    .select(['push_subscription.id as push_subscription_id', 'push_subscription.user_id'])
    .select(['push_subscription.endpoint', 'push_subscription.p256dh', 'push_subscription.auth'])
    .select(['push_subscription.vapid_key', 'outbox.created_at as announced_at'])
    .where('push_job.id', 'in', [...byId.keys()])
    .orderBy('push_job.id')
    .execute()
  return rows.flatMap((row) => {
    const job = byId.get(row.id)
    return job ? [{ ...row, ...job }] : []
  })
}

export type JobRow = Awaited<ReturnType<typeof loadJobs>>[number]
