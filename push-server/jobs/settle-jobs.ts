import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import type { PushFailure } from '#domain/push/push.schema.ts'
import { forgetGone, noteFailure, noteSuccess } from '#push-server/devices/device-outcomes.ts'
import type { JobRow } from './claim-jobs.ts'
import { isStatus } from './push.ts'

export type JobResult =
  | { kind: 'sent' }
  /** the push service does not know the subscription any more */
  | { kind: 'gone' }
  /** ended without being sent */
  | { kind: 'ended'; outcome: 'refused' | 'unneeded' | 'expired'; why?: string }
  /** failed, and is retried at `at` (ms) */
  | { kind: 'again'; at: number; why: string }
  /** was not tried, and is due at `at` (ms) */
  | { kind: 'postponed'; at: number }

export interface Settled {
  job: Pick<JobRow, 'id' | 'claimed_until' | 'push_subscription_id' | 'endpoint' | 'origin'>
  result: JobResult
}

/** Records the results of many jobs in one short transaction. Skips jobs whose lease is over: another process may have them. */
export async function settleJobs({ transaction }: Database, settled: readonly Settled[], now: number): Promise<void> {
  if (settled.length === 0) return
  const at = new Date(now).toISOString()
  const groups = Map.groupBy(settled, ({ job, result }) => JSON.stringify([job.claimed_until, result]))
  await transaction(async (trx) => {
    const sent: SentJob[] = []
    for (const group of groups.values()) sent.push(...(await settleAlike(trx, group, at)))
    await noteFailures(trx, settled, at)
    await countTaken(trx, sent)
  })
}

interface SentJob {
  message_id: number | null
}

/** Records jobs with the same lease and result. Returns those sent that this call recorded, so that each is returned once. */
async function settleAlike(trx: Kysely, group: readonly Settled[], at: string): Promise<SentJob[]> {
  const [first] = group
  if (!first) return []
  const { result } = first
  const ours = jobs(trx, group)
  const free = { claimed_until: null }
  switch (result.kind) {
    case 'sent': {
      const sent = ours.set({ ...free, done_at: at, outcome: 'sent', last_error: null }).returning('message_id')
      const rows = await sent.execute()
      await noteSuccess(trx, devicesOf(group), at)
      return rows
    }
    case 'gone':
      // Deletes their jobs too. A browser that renewed its subscription just now is notified at its new address.
      for (const { job } of group) await forgetGone(trx, { ...job, id: job.push_subscription_id }, at)
      await ours.set(free).execute()
      return []
    case 'ended':
      await ours.set({ ...free, done_at: at, outcome: result.outcome, last_error: result.why ?? null }).execute()
      return []
    case 'again':
      await ours.set({ ...free, available_at: isoOf(result.at), last_error: result.why }).execute()
      return []
    case 'postponed':
      await ours
        .set((column) => ({ ...free, available_at: isoOf(result.at), attempts: column('attempts', '-', 1) }))
        .execute()
      return []
  }
}

/** Sorted by message, so that two transactions that count at once do not deadlock. */
async function countTaken(trx: Kysely, sent: readonly SentJob[]): Promise<void> {
  const taken = [...Map.groupBy(sent, ({ message_id }) => message_id ?? 0)].toSorted(([one], [other]) => one - other)
  for (const [id, jobs] of taken)
    if (id !== 0)
      await trx
        .updateTable('message')
        .set((column) => ({ pushes_taken: column('pushes_taken', '+', jobs.length) }))
        .where('id', '=', id)
        .execute()
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

const jobs = (trx: Kysely, group: readonly Settled[]) =>
  trx
    .updateTable('push_job')
    .where(
      'id',
      'in',
      group.map(({ job }) => job.id),
    )
    .where('claimed_until', '=', group[0]?.job.claimed_until ?? null)

const devicesOf = (settled: readonly Settled[]) => settled.map(({ job }) => job.push_subscription_id)

/** Records all jobs that failed alike in one write; each has its own time for the retry. */
async function noteFailures(trx: Kysely, settled: readonly Settled[], at: string): Promise<void> {
  const failed = Map.groupBy(settled, ({ result }) => failureIn(result))
  for (const [failure, those] of failed) if (failure) await noteFailure(trx, devicesOf(those), failure, at)
}

/** Failure in a result; null for a job that was given up before sending, such as one of an old opening. */
function failureIn(result: JobResult): PushFailure | null {
  if (!('why' in result) || result.why === undefined) return null
  if (result.kind === 'ended' && result.outcome === 'refused') return 'refused'
  return isStatus(result.why) ? 'busy' : 'unreachable'
}

/** ms; long enough to find out why a push never arrived */
const SETTLED_JOB_KEPT_MS = 7 * 24 * 3_600_000

/** ms; the next push to a browser that returns later with its old subscription fails and is noted then */
const GONE_DEVICE_KEPT_MS = 90 * 24 * 3_600_000

/** Deletes old settled jobs and records of gone devices. */
export async function forgetOldJobs({ kysely }: Database, now: number): Promise<void> {
  const before = new Date(now - SETTLED_JOB_KEPT_MS).toISOString()
  await kysely.deleteFrom('push_job').where('done_at', '<', before).execute()
  await kysely.deleteFrom('push_reminder').where('closes_at', '<', before).execute()
  const longBefore = new Date(now - GONE_DEVICE_KEPT_MS).toISOString()
  await kysely.deleteFrom('gone_push_endpoint').where('gone_at', '<', longBefore).execute()
}
