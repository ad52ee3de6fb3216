import { findPublication, studentConcerned } from '#database/queries/find-publication.ts'
import type { ConcernAnswer } from '#database/queries/push-subscribers.ts'
import { findPushedMessage, recipientsConcerned } from '#database/queries/recipients-concerned.ts'
import { findAnnouncedMoment, studentsConcerned } from '#database/queries/students-concerned.ts'
import type { Kysely } from '#database/tables.ts'
import { deadlineOf, deadlineOfMessage, deadlineOfSeat, type PushSubject, quietUntil } from '#domain/push/push.rules.ts'
import { type PushMessage, pushAboutMessage, pushAboutMoment, pushAboutResult } from '#domain/push/push-message.ts'
import { type ClaimedJob, type JobRow, loadJobs } from './claim-jobs.ts'
import type { Push } from './push.ts'
import type { Settled } from './settle-jobs.ts'

/** Job to be sent now. */
export interface ReadyJob {
  job: JobRow
  push: Push
  /** ms since the epoch, after which the push is useless */
  deadline: number
}

export interface Assessed {
  ready: ReadyJob[]
  settled: Settled[]
}

interface Assessing {
  publicUrl: string
  now: number
}

/**
 * Checks claimed jobs again, right before sending. Not notified: students who have enrolled meanwhile, have read the message,
 * no longer want to be notified or gave up the seat that they got, and everybody if the moment was closed again or is full.
 * Students with quiet hours are notified after them.
 */
export async function assessJobs(
  kysely: Kysely,
  claimed: readonly ClaimedJob[],
  assessing: Assessing,
): Promise<Assessed> {
  const assessed: Assessed = { ready: [], settled: [] }
  const rows = await loadJobs(kysely, claimed)
  const alike = Map.groupBy(rows, ({ subject }) => JSON.stringify(subject))
  for (const jobs of alike.values()) await assessAlike(kysely, jobs, assessing, assessed)
  return assessed
}

/** Checks jobs that are all about one moment, message or result. */
async function assessAlike(
  kysely: Kysely,
  jobs: readonly JobRow[],
  assessing: Assessing,
  { ready, settled }: Assessed,
): Promise<void> {
  const subject = jobs[0]?.subject
  const ids = [...new Set(jobs.map(({ user_id }) => user_id))]
  const news = subject ? await findNews(kysely, subject, ids, assessing) : undefined
  const quietOf = new Map(news?.concerned.map(({ user_id, quiet }) => [user_id, quiet]))
  const { now } = assessing

  for (const job of jobs) {
    const quiet = quietOf.get(job.user_id)
    if (!news || quiet === undefined) {
      settled.push({ job, result: { kind: 'ended', outcome: 'unneeded' } })
      continue
    }
    const deadline = news.deadlineOf(job)
    const until = quietUntil(quiet, now)
    if (deadline <= now) settled.push({ job, result: { kind: 'ended', outcome: 'expired' } })
    else if (until !== null) settled.push({ job, result: { kind: 'postponed', at: until } })
    else ready.push({ job, push: pushOf(job, news, deadline - now), deadline })
  }
}

/** The notification, and which of the given students it concerns. */
interface News extends Pick<ConcernAnswer, 'concerned'> {
  message: PushMessage
  urgency: Push['urgency']
  /** ms since the epoch */
  deadlineOf(job: JobRow): number
}

/** Undefined if the moment or message was deleted, or the result was published again. */
function findNews(
  kysely: Kysely,
  subject: PushSubject,
  ids: readonly number[],
  assessing: Assessing,
): Promise<News | undefined> {
  if ('publication_id' in subject) return findResultNews(kysely, subject.publication_id, assessing)
  return 'message_id' in subject
    ? findMessageNews(kysely, subject, ids, assessing)
    : findMomentNews(kysely, subject, ids, assessing)
}

async function findMomentNews(
  kysely: Kysely,
  { kind, testmoment_id }: Extract<PushSubject, { testmoment_id: number }>,
  ids: readonly number[],
  { publicUrl, now }: Assessing,
): Promise<News | undefined> {
  const moment = await findAnnouncedMoment(kysely, testmoment_id)
  if (!moment) return undefined
  const { concerned } = await studentsConcerned(kysely, { kind, moment, among: { ids }, now })
  return {
    concerned,
    message: pushAboutMoment(kind, moment, publicUrl, now),
    urgency: kind === 'reminder' ? 'normal' : 'high',
    deadlineOf: ({ announced_at }) => (kind === 'seat' ? deadlineOfSeat : deadlineOf)(moment, Date.parse(announced_at)),
  }
}

async function findMessageNews(
  kysely: Kysely,
  { kind, message_id }: Extract<PushSubject, { message_id: number }>,
  ids: readonly number[],
  { publicUrl }: Assessing,
): Promise<News | undefined> {
  const message = await findPushedMessage(kysely, message_id)
  if (!message) return undefined
  const { concerned } = await recipientsConcerned(kysely, { message, among: { ids } })
  return {
    concerned,
    message: pushAboutMessage({ ...message, kind }, publicUrl),
    // An edit may concern tomorrow; a teacher's message can wait until the phone wakes by itself.
    urgency: kind === 'change' ? 'high' : 'normal',
    deadlineOf: () => deadlineOfMessage(message),
  }
}

async function findResultNews(
  kysely: Kysely,
  publicationId: number,
  { publicUrl }: Assessing,
): Promise<News | undefined> {
  const published = await findPublication(kysely, publicationId)
  if (!published) return undefined
  return {
    concerned: await studentConcerned(kysely, published),
    message: pushAboutResult(published, publicUrl),
    urgency: 'normal',
    deadlineOf: () => deadlineOfMessage({ created_at: published.at }),
  }
}

const pushOf = ({ endpoint, p256dh, auth, vapid_key }: JobRow, { message, urgency }: News, life: number): Push => ({
  subscription: { endpoint, p256dh, auth, vapid_key },
  message,
  ttl: Math.ceil(life / 1_000),
  urgency,
  topic: message.notification.tag,
})
