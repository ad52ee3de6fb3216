import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findTestmoment, listDueTestmoments, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { lockTestmoment } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Tables } from '#database/tables.ts'
import { changedFields, changesOf } from '#domain/entities/differences.ts'
import { carryOutSchedule } from '#domain/testmoments/schedule.rules.ts'
import { type TestmomentFields, testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { type Poller, startPoller } from '#server/poller.ts'

/** ms between two looks: an opening shows within a second. */
const POLL_MS = 500

/**
 * Opens and closes moments at their planned times until it is stopped. What came due while no server ran is made up for
 * at the first look. A database that is away is said once, and asked again until it is back.
 */
export function startSchedule({ log, ...desk }: ScheduleDesk & { log: FastifyBaseLogger }, poll = POLL_MS): Poller {
  const round = async () => {
    await followDueSchedules(desk)
    return poll
  }
  return startPoller({ poll: round, warning: 'the schedule waits', log, first: poll, afterFailure: poll })
}

interface ScheduleDesk {
  database: Database
  /** ms since the epoch */
  clock: () => number
}

/**
 * Opens and closes all moments whose planned time has come, also long ago. Each in a transaction of its own, which looks
 * again under the moment's lock: of several processes one finds something to do. A moment that fails keeps no other
 * from its time; the first failure is thrown once all had theirs.
 */
export async function followDueSchedules({ database, clock }: ScheduleDesk): Promise<void> {
  // Looked for without a transaction, which on SQLite would keep writers waiting though there is hardly ever anything.
  const due = await listDueTestmoments(database.kysely, new Date(clock()).toISOString())
  const failures: unknown[] = []
  for (const id of due) await followOne({ database, clock }, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

const followOne = ({ database, clock }: ScheduleDesk, id: number): Promise<void> =>
  database.transaction(async (trx) => {
    await lockTestmoment(trx, id)
    const moment = await findTestmoment(trx, id)
    if (moment) await followSchedule(trx, moment, clock())
  })

/** Opens or closes a moment whose planned time has come. A step of a larger transaction, which has locked the moment. */
export const followSchedule = (trx: Transaction<Tables>, before: TestmomentRow, now: number): Promise<TestmomentRow> =>
  writeTestmoment(trx, { before, after: { ...before, ...carryOutSchedule(before, now) }, actorId: null }, now)

interface TestmomentChange {
  before: TestmomentRow
  after: TestmomentFields
  /** null when the schedule does it */
  actorId: number | null
  importId?: number | undefined
}

/**
 * The one way in which a moment changes, by hand, by a list or by the schedule: with its version, a note of who did it and, when
 * it opens, a task to notify the students. Nothing at all when nothing changes. A step of a larger transaction, which has
 * locked the moment for itself.
 */
export async function writeTestmoment(
  trx: Transaction<Tables>,
  { before, after, actorId, importId }: TestmomentChange,
  now: number,
): Promise<TestmomentRow> {
  const fields = changedFields<TestmomentFields>(after, before, testmomentFieldNames)
  if (fields.length === 0) return before
  const { id } = before
  const version = before.version + 1
  const written = Object.fromEntries(fields.map((name) => [name, after[name]]))
  await trx
    .updateTable('testmoment')
    .set({ ...written, version })
    .where('id', '=', id)
    .execute()

  const action = actionOf(before, after)
  if (action === 'opened') await enqueue(trx, 'testmoment-opened', { testmoment_id: id }, now)
  const changes = changesOf<TestmomentFields>(fields, before, after)
  await recordChange(trx, { actorId, action, resource: 'testmoment', resourceId: id, changes, importId }, now)
  return { ...before, ...written, version }
}

function actionOf(before: TestmomentFields, after: TestmomentFields): 'opened' | 'closed' | 'edited' {
  if (after.enrollments_enabled === before.enrollments_enabled) return 'edited'
  return after.enrollments_enabled ? 'opened' : 'closed'
}
