import type { Kysely } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { ClaimedTask, TaskKind } from '#database/outbox/outbox-tasks.ts'
import { type ConcernAnswer, findAnnouncedMoment, studentsConcerned } from '#database/queries/students-concerned.ts'
import type { Tables } from '#database/tables.ts'
import { type PushKind, pushKinds, quietUntil } from '#domain/push/push.rules.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'

type Announcement = ClaimedTask<(typeof announcements)[number]>

/** Looked at by one question, and their jobs written by one short transaction: on SQLite an API that enrolls waits for it. */
const STUDENTS = 500

/** What has each kind of push announced. A kind that stands in domain/push alone does not compile here. */
const taskOf = {
  opening: 'testmoment-opened',
  reminder: 'testmoment-closes-soon',
} as const satisfies Record<PushKind, TaskKind>

export const announcements = Object.values(taskOf)

export function pushKindOf({ kind }: Announcement): PushKind {
  const pushKind = pushKinds.find((one) => taskOf[one] === kind)
  if (!pushKind) throw new Error(`${kind} announces no push`)
  return pushKind
}

/**
 * One job for each device of each student whom it concerns now; says how many. Whoever begins anew, after a crash
 * halfway, writes none twice. None once the moment closed, or when it was opened again after this.
 */
export async function planJobs(
  { database, clock }: { database: Database; clock: () => number },
  task: Announcement,
): Promise<number> {
  const { kysely } = database
  const kind = pushKindOf(task)
  const moment = await findAnnouncedMoment(kysely, task.payload.testmoment_id)
  if (!moment || !isOpen(moment, clock())) return 0
  if (task.kind === 'testmoment-closes-soon' && task.payload.closes_at !== moment.enrollments_close_at) return 0
  const occasion: Occasion = { outbox_id: task.id, testmoment_id: moment.id, kind }
  if (await hasNewerJobs(kysely, occasion)) return 0
  await supersedeOlderJobs(kysely, occasion, clock())

  let planned = 0
  for (let after: number | null = 0; after !== null; ) {
    const now = clock()
    const { concerned, last }: ConcernAnswer = await studentsConcerned(kysely, {
      kind,
      moment,
      among: { after, limit: STUDENTS },
      now,
    })
    planned += await writeJobs(database, occasion, concerned, now)
    after = last
  }
  return planned
}

async function writeJobs(
  { transaction }: Database,
  occasion: Occasion,
  students: ConcernAnswer['concerned'],
  now: number,
): Promise<number> {
  if (students.length === 0) return 0
  const quietOf = new Map(students.map(({ user_id, quiet }) => [user_id, quiet]))
  return transaction(async (trx) => {
    const devices = await lockDevices(trx, [...quietOf.keys()])
    if (devices.length === 0) return 0
    const jobs = devices.map(({ id, user_id, endpoint }) => ({
      ...occasion,
      push_subscription_id: id,
      origin: URL.parse(endpoint)?.origin ?? '',
      available_at: new Date(quietUntil(quietOf.get(user_id) ?? null, now) ?? now).toISOString(),
    }))
    await trx
      .insertInto('push_job')
      .values(jobs)
      .onConflict((once) => once.columns(['outbox_id', 'push_subscription_id']).doNothing())
      .execute()
    return jobs.length
  })
}

/** Shared with all but whoever would delete one: a job for a device that has just gone would fail all others with it. */
const lockDevices = (trx: Kysely<Tables>, userIds: readonly number[]) =>
  trx
    .selectFrom('push_subscription')
    .select(['id', 'user_id', 'endpoint'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .forShare()
    .execute()

/** What a push is about: one opening, or one closing, of one moment. */
interface Occasion {
  outbox_id: number
  testmoment_id: number
  kind: PushKind
}

/** The moment was closed and opened again, and that opening has been announced already. */
async function hasNewerJobs(kysely: Kysely<Tables>, { outbox_id, testmoment_id, kind }: Occasion): Promise<boolean> {
  const newer = await kysely
    .selectFrom('push_job')
    .select('id')
    .where('testmoment_id', '=', testmoment_id)
    .where('kind', '=', kind)
    .where('outbox_id', '>', outbox_id)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** What waits of an earlier opening is not sent beside this one. */
const supersedeOlderJobs = (kysely: Kysely<Tables>, { outbox_id, testmoment_id, kind }: Occasion, now: number) =>
  kysely
    .updateTable('push_job')
    .set({ done_at: new Date(now).toISOString(), outcome: 'superseded', claimed_until: null })
    .where('testmoment_id', '=', testmoment_id)
    .where('kind', '=', kind)
    .where('outbox_id', '<', outbox_id)
    .where('done_at', 'is', null)
    .execute()
