import type { Kysely } from 'kysely'
import { findAnnouncedMoment, studentsConcerned } from '#database/queries/students-concerned.ts'
import type { Tables } from '#database/tables.ts'
import { tagOfMoment } from '#domain/push/moment-tag.ts'
import { deadlineOf, quietUntil } from '#domain/push/push.rules.ts'
import { messageAbout, type PushMessage } from '#domain/push/push-message.ts'
import type { Push } from '#push-server/sender/messenger.ts'
import { type ClaimedJob, type JobRow, loadJobs } from './claim-jobs.ts'
import type { Settled } from './settle-jobs.ts'

/** A job that is to be sent now. */
export interface ReadyJob {
  job: JobRow
  push: Push
  /** ms since the epoch; from then on it is of no use */
  deadline: number
}

export interface Assessed {
  ready: ReadyJob[]
  settled: Settled[]
}

/**
 * Looks at claimed jobs once more, as things are now: who has enrolled meanwhile, or no longer wants to hear, is not
 * notified, nor is anyone once the opening was taken back; who has quiet hours hears after them.
 */
export async function assessJobs(
  kysely: Kysely<Tables>,
  claimed: readonly ClaimedJob[],
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<Assessed> {
  const assessed: Assessed = { ready: [], settled: [] }
  const rows = await loadJobs(kysely, claimed)
  const occasions = Map.groupBy(rows, ({ kind, testmoment_id }) => `${kind} ${testmoment_id}`)
  for (const jobs of occasions.values()) await assessOccasion(kysely, jobs, { publicUrl, now }, assessed)
  return assessed
}

async function assessOccasion(
  kysely: Kysely<Tables>,
  jobs: readonly JobRow[],
  { publicUrl, now }: { publicUrl: string; now: number },
  { ready, settled }: Assessed,
): Promise<void> {
  const [first] = jobs
  const moment = first && first.testmoment_id !== null && (await findAnnouncedMoment(kysely, first.testmoment_id))
  if (!moment) return
  const { kind } = first
  const ids = [...new Set(jobs.map(({ user_id }) => user_id))]
  const { concerned } = await studentsConcerned(kysely, { kind, moment, among: { ids }, now })
  const quietOf = new Map(concerned.map(({ user_id, quiet }) => [user_id, quiet]))
  const message = messageAbout(kind, moment, publicUrl, now)

  for (const job of jobs) {
    const quiet = quietOf.get(job.user_id)
    const deadline = deadlineOf(moment, Date.parse(job.announced_at))
    const until = quietUntil(quiet ?? null, now)
    if (quiet === undefined) settled.push({ job, result: { kind: 'ended', outcome: 'unneeded' } })
    else if (deadline <= now) settled.push({ job, result: { kind: 'ended', outcome: 'expired' } })
    else if (until !== null) settled.push({ job, result: { kind: 'postponed', at: until } })
    else ready.push({ job, push: pushOf(job, message, deadline - now), deadline })
  }
}

const pushOf = (
  { endpoint, p256dh, auth, vapid_key, kind, testmoment_id }: JobRow,
  message: PushMessage,
  life: number,
): Push => ({
  subscription: { endpoint, p256dh, auth, vapid_key },
  message,
  ttl: Math.ceil(life / 1_000),
  urgency: kind === 'opening' ? 'high' : 'normal',
  topic: tagOfMoment(testmoment_id ?? 0),
})
