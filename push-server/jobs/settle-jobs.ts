import type { Kysely } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { JobRow } from './load-jobs.ts'

export type JobResult =
  | { kind: 'sent' }
  /** the push service no longer knows the subscription */
  | { kind: 'gone' }
  /** for good, without having been sent */
  | { kind: 'ended'; outcome: 'refused' | 'unneeded' | 'expired'; why?: string }
  /** at `at` (ms); with the reason, if it failed */
  | { kind: 'again'; at: number; why?: string }

export interface Settled {
  job: Pick<JobRow, 'id' | 'claimed_until' | 'push_subscription_id' | 'endpoint'>
  result: JobResult
}

/** Writes down what became of many jobs by one short transaction. What is no longer ours, its lease over, is left to others. */
export async function settleJobs({ transaction }: Database, settled: readonly Settled[], now: number): Promise<void> {
  if (settled.length === 0) return
  const at = new Date(now).toISOString()
  const groups = Map.groupBy(settled, ({ job, result }) => JSON.stringify([job.claimed_until, result]))
  await transaction(async (trx) => {
    for (const group of groups.values()) await settleAlike(trx, group, at)
  })
}

/** All of one lease and with one result. */
async function settleAlike(trx: Kysely<Tables>, group: readonly Settled[], at: string): Promise<void> {
  const [first] = group
  if (!first) return
  const { result } = first
  if (result.kind === 'sent') {
    await jobs(trx, group).set({ done_at: at, outcome: 'sent', claimed_until: null, last_error: null }).execute()
    await devicesOf(trx, group, at)
  } else if (result.kind === 'gone') {
    // Its jobs go with it. A browser that renewed its subscription in these very seconds is told at its new address.
    await forgetDevices(trx, group)
    await jobs(trx, group).set({ claimed_until: null }).execute()
  } else if (result.kind === 'ended') {
    const { outcome, why = null } = result
    await jobs(trx, group).set({ done_at: at, outcome, claimed_until: null, last_error: why }).execute()
  } else {
    const available_at = new Date(result.at).toISOString()
    await jobs(trx, group)
      .set({ available_at, claimed_until: null, last_error: result.why ?? null })
      .execute()
  }
}

const jobs = (trx: Kysely<Tables>, group: readonly Settled[]) =>
  trx
    .updateTable('push_job')
    .where(
      'id',
      'in',
      group.map(({ job }) => job.id),
    )
    .where('claimed_until', '=', group[0]?.job.claimed_until ?? null)

const devicesOf = (trx: Kysely<Tables>, group: readonly Settled[], at: string) =>
  trx
    .updateTable('push_subscription')
    .set({ last_success_at: at })
    .where(
      'id',
      'in',
      group.map(({ job }) => job.push_subscription_id),
    )
    .execute()

async function forgetDevices(trx: Kysely<Tables>, group: readonly Settled[]): Promise<void> {
  for (const { job } of group)
    await trx
      .deleteFrom('push_subscription')
      .where('id', '=', job.push_subscription_id)
      .where('endpoint', '=', job.endpoint)
      .execute()
}
