import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/engine/open-database.ts'
import { claim, markDone, markFailed } from '#database/outbox/claim-and-settle.ts'
import type { ClaimedTask, TaskKind } from '#database/outbox/outbox-tasks.ts'
import { findPublication, studentConcerned } from '#database/queries/find-publication.ts'
import type { ConcernAnswer } from '#database/queries/push-subscribers.ts'
import { findPushedMessage, recipientsConcerned } from '#database/queries/recipients-concerned.ts'
import { findAnnouncedMoment, studentsConcerned } from '#database/queries/students-concerned.ts'
import type { Kysely } from '#database/tables.ts'
import { canBeChosen, closesAt } from '#domain/enrollments/enrollment.rules.ts'
import { deadlineOfMessage, type PushKind, type PushSubject, pushKinds, quietUntil } from '#domain/push/push.rules.ts'

/** ms that planning may take; for 10,000 students it takes about two seconds */
const LEASE_MS = 60_000

const TASKS_AT_A_TIME = 10

/** Pushes to one student each: a thousand seats or results at once may not keep an opening waiting, nor one another. */
const SINGLES_AT_A_TIME = 100
const singles = ['seat-push', 'result-push'] as const satisfies TaskKind[]

export interface AnnouncingOptions {
  database: Database
  clock: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Plans the pushes of the announcements that are due (openings, closings, messages; then seats and results), of each no more than
 * some; returns the number of pushes. Throws if the database is unavailable.
 */
export async function announceDue({ database, clock, log }: AnnouncingOptions): Promise<number> {
  const claimSome = (kinds: readonly Announcement['kind'][], limit: number): Promise<Announcement[]> =>
    claim(database, { kinds, limit, lease: LEASE_MS, now: clock() })
  const claimed = [...(await claimSome(broadcasts, TASKS_AT_A_TIME)), ...(await claimSome(singles, SINGLES_AT_A_TIME))]
  let planned = 0
  for (const [first, ...others] of together(claimed)) {
    const tasks = [first, ...others]
    const noted = { task: first.id, tasks: tasks.length }
    try {
      const pushes = await planJobs({ database, clock }, first, others)
      planned += pushes
      log.info({ ...noted, kind: pushKindOf(first), pushes }, 'pushes planned')
    } catch (error) {
      if (database.isUnavailable(error)) throw error
      for (const task of tasks) await markFailed(database, task, { error: nameOf(error), permanent: false }, clock())
      log.warn({ err: error, ...noted }, 'pushes not planned')
      continue
    }
    await markDone(database, tasks, clock())
  }
  return planned
}

/** Seats at one moment are announced together, all else by itself. */
const together = (tasks: readonly Announcement[]) =>
  Map.groupBy(tasks, (task) =>
    task.kind === 'seat-push' ? `seats ${task.payload.testmoment_id}` : task.id,
  ).values() as MapIterator<[Announcement, ...Announcement[]]>

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'failed')

type Announcement = ClaimedTask<(typeof announcements)[number]>

/** Students per query, and per transaction that writes their jobs. It must be short: on SQLite enrolling waits for it. */
const STUDENTS_PER_QUERY = 500

/**
 * Pushes of one message that go together, and ms until the next ones: 5,000 of them are encrypted over half a minute, so that an
 * opening goes past, and those who open the app have the processor. See ../sender/sender.rationale.md.
 */
const MESSAGE_STEP = { pushes: 100, ms: 500 }
const stepDelay = (nth: number): number => Math.floor(nth / MESSAGE_STEP.pushes) * MESSAGE_STEP.ms

/** Task that announces each kind of push. A kind that exists only in domain/push does not compile here. */
const taskOf = {
  opening: 'testmoment-opened',
  reminder: 'testmoment-closes-soon',
  seat: 'seat-push',
  message: 'message-push',
  change: 'change-push',
  result: 'result-push',
} as const satisfies Record<PushKind, TaskKind>

const announcements = Object.values(taskOf)
const broadcasts = announcements.filter((kind) => !singles.some((single) => single === kind))

function pushKindOf({ kind }: Announcement): PushKind {
  const pushKind = pushKinds.find((one) => taskOf[one] === kind)
  if (!pushKind) throw new Error(`${kind} announces no push`)
  return pushKind
}

interface Planning {
  database: Database
  clock: () => number
}

/**
 * Writes one job for each device of each student concerned now; returns how many. A process that starts again after a crash
 * writes no job twice.
 */
function planJobs(planning: Planning, task: Announcement, others: readonly Announcement[]): Promise<number> {
  switch (task.kind) {
    case 'testmoment-opened':
      return planAboutMoment(planning, { kind: 'opening', outbox_id: task.id, ...task.payload })
    case 'testmoment-closes-soon':
      return planAboutMoment(planning, { kind: 'reminder', outbox_id: task.id, ...task.payload })
    case 'seat-push':
      return planAboutSeats(planning, [task, ...others.filter((one) => one.kind === 'seat-push')])
    case 'message-push':
    case 'change-push':
      return planAboutMessage(planning, task.id, task.payload.message_id)
    case 'result-push':
      return planAboutResult(planning, task.id, task.payload.publication_id)
  }
}

/** Plans nothing if the moment is closed, closes at another time, or was opened again after this. */
async function planAboutMoment(
  planning: Planning,
  { closes_at, ...occasion }: MomentOccasion & { closes_at?: string },
): Promise<number> {
  const { clock, database } = planning
  const { kysely } = database
  const { kind } = occasion
  const moment = await findAnnouncedMoment(kysely, occasion.testmoment_id)
  const startedAt = clock()
  if (!moment || !canBeChosen(moment, startedAt)) return 0
  if (closes_at !== undefined && closes_at !== closesAt(moment, startedAt)) return 0
  if (await hasNewerJobs(kysely, occasion)) return 0
  await supersedeOlderJobs(kysely, occasion, clock())
  return planChunks(planning, occasion, (after, now) =>
    studentsConcerned(kysely, { kind, moment, among: { after, limit: STUDENTS_PER_QUERY }, now }),
  )
}

/** Plans a push to each student who got a seat at one moment. Plans nothing for who left it, or if the moment is over. */
async function planAboutSeats(
  { database, clock }: Planning,
  [first, ...others]: readonly [Seat, ...Seat[]],
): Promise<number> {
  const { testmoment_id } = first.payload
  const moment = await findAnnouncedMoment(database.kysely, testmoment_id)
  if (!moment) return 0
  const [kind, now] = ['seat' as const, clock()]
  const ids = new Map([first, ...others].map(({ id, payload }) => [payload.user_id, id]))
  const among = { ids: [...ids.keys()] }
  const { concerned } = await studentsConcerned(database.kysely, { kind, moment, among, now })
  const occasionOf = (user_id: number) => ({ kind, testmoment_id, outbox_id: ids.get(user_id) ?? first.id })
  return writeJobs(database, occasionOf, concerned, now)
}

type Seat = ClaimedTask<'seat-push'>

/** Plans pushes to recipients who got none yet: those added later have another task. Plans nothing for an old message. */
async function planAboutMessage(planning: Planning, outbox_id: number, message_id: number): Promise<number> {
  const { clock, database } = planning
  const { kysely } = database
  const message = await findPushedMessage(kysely, message_id)
  if (!message || deadlineOfMessage(message) <= clock()) return 0
  const occasion = { outbox_id, message_id, kind: message.kind }
  return planChunks(
    planning,
    occasion,
    (after) => recipientsConcerned(kysely, { message, among: { after, limit: STUDENTS_PER_QUERY } }),
    stepDelay,
  )
}

/** Plans a push to one student. Plans nothing if the result was published again, which has a task of its own. */
async function planAboutResult(
  { database, clock }: Planning,
  outbox_id: number,
  publication_id: number,
): Promise<number> {
  const published = await findPublication(database.kysely, publication_id)
  if (!published) return 0
  const concerned = await studentConcerned(database.kysely, published)
  return writeJobs(database, () => ({ outbox_id, publication_id, kind: 'result' }), concerned, clock())
}

/** Goes through the students by id, some hundreds at a time. `delayOf`: ms that the nth push waits. */
async function planChunks(
  { database, clock }: Planning,
  occasion: Occasion,
  findConcerned: (after: number, now: number) => Promise<ConcernAnswer>,
  delayOf: (nth: number) => number = () => 0,
): Promise<number> {
  const began = clock()
  let planned = 0
  for (let after: number | null = 0; after !== null; ) {
    const now = clock()
    const { concerned, last } = await findConcerned(after, now)
    const before = planned
    const dueAt = (nth: number) => Math.max(now, began + delayOf(before + nth))
    planned += await writeJobs(database, () => occasion, concerned, now, dueAt)
    after = last
  }
  return planned
}

async function writeJobs(
  { transaction }: Database,
  occasionOf: (user_id: number) => Occasion,
  students: ConcernAnswer['concerned'],
  now: number,
  dueAt: (nth: number) => number = () => now,
): Promise<number> {
  if (students.length === 0) return 0
  const quietOf = new Map(students.map(({ user_id, quiet }) => [user_id, quiet]))
  return transaction(async (trx) => {
    const devices = await lockDevices(trx, [...quietOf.keys()])
    if (devices.length === 0) return 0
    const jobs = mixed(devices).map(({ id, user_id, endpoint }, nth) => {
      const at = dueAt(nth)
      return {
        ...occasionOf(user_id),
        push_subscription_id: id,
        origin: URL.parse(endpoint)?.origin ?? '',
        available_at: new Date(quietUntil(quietOf.get(user_id) ?? null, at) ?? at).toISOString(),
      }
    })
    const written = await trx
      .insertInto('push_job')
      .values(jobs)
      // at most one per device and task, and per device and message
      .onConflict((once) => once.doNothing())
      .returning('id')
      .execute()
    return written.length
  })
}

/**
 * Sorts devices in an order unrelated to their kind: jobs are claimed by id, and 160 failing devices in a row, such as old ones
 * of one browser, would open the breaker for all others there. The order is the same in every process, so that two that write
 * the same jobs do not deadlock.
 */
const mixed = <Device extends { id: number }>(devices: readonly Device[]): Device[] =>
  devices
    .map((device) => ({ device, place: hash('sha256', String(device.id)) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ device }) => device)

/** Takes a shared lock, for which only deletions wait: a job for a device that was just deleted would fail all others. */
const lockDevices = (trx: Kysely, userIds: readonly number[]) =>
  trx
    .selectFrom('push_subscription')
    .select(['id', 'user_id', 'endpoint'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .forShare()
    .execute()

/** Announced event: an opening or closing of a moment, a message, or a result. */
type Occasion = PushSubject & { outbox_id: number }
type MomentOccasion = Extract<Occasion, { testmoment_id: number }>

/** Whether the moment was closed and opened again, and that opening was announced already. */
async function hasNewerJobs(kysely: Kysely, { outbox_id, testmoment_id, kind }: MomentOccasion): Promise<boolean> {
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

/** Ends unsent jobs of an earlier opening. */
const supersedeOlderJobs = (kysely: Kysely, { outbox_id, testmoment_id, kind }: MomentOccasion, now: number) =>
  kysely
    .updateTable('push_job')
    .set({ done_at: new Date(now).toISOString(), outcome: 'superseded', claimed_until: null })
    .where('testmoment_id', '=', testmoment_id)
    .where('kind', '=', kind)
    .where('outbox_id', '<', outbox_id)
    .where('done_at', 'is', null)
    .execute()
