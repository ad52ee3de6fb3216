import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findTestmoment, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { lockTestmoment } from '#api-server/platform/locks.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { changedFields, changesOf } from '#domain/entities/differences.ts'
import { carryOutSchedule } from '#domain/testmoments/schedule.rules.ts'
import { type TestmomentFields, testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { type Poller, startPoller } from '#server/poller.ts'

/** ms between two polls: an opening shows within a second. */
const POLL_MS = 500

/**
 * Opens and closes moments at their planned times until stopped. The first poll makes up for times while no server ran. An
 * unavailable database is logged once and polled until it is back.
 */
export function startSchedule({ log, ...desk }: Deps & { log: FastifyBaseLogger }, poll = POLL_MS): Poller {
  const round = async () => {
    await followDueSchedules(desk)
    return poll
  }
  return startPoller({ poll: round, warning: 'the schedule waits', log, first: poll, afterFailure: poll })
}

/**
 * Opens and closes all moments whose planned time has come, also long ago. Each has a transaction, which checks again under the
 * moment's lock, so that one of several processes does the work. A failed moment does not stop the others; the first failure is
 * thrown at the end.
 */
export async function followDueSchedules({ database, clock }: Deps): Promise<void> {
  // No transaction: on SQLite it would block writers, and there is hardly ever a due moment.
  const due = await listDueTestmoments(database.kysely, new Date(clock()).toISOString())
  const failures: unknown[] = []
  for (const id of due) await followOne({ database, clock }, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

const followOne = ({ database, clock }: Deps, id: number): Promise<void> =>
  database.transaction(async (trx) => {
    await lockTestmoment(trx, id)
    const moment = await findTestmoment(trx, id)
    if (moment) await followSchedule(trx, moment, clock())
  })

/** Opens or closes a moment whose planned time has come. A step of a larger transaction, which holds the moment's lock. */
export const followSchedule = (trx: Transaction, before: TestmomentRow, now: number): Promise<TestmomentRow> =>
  writeTestmoment(trx, { before, after: { ...before, ...carryOutSchedule(before, now) }, actorId: null }, now)

interface TestmomentChange {
  before: TestmomentRow
  after: TestmomentFields
  /** null for the schedule */
  actorId: number | null
  importId?: number | undefined
}

/**
 * Writes a moment. All changes, by hand, import or schedule, go through here: it raises the version, records the actor and,
 * when the moment opens, enqueues notifications. Does nothing if no field differs. A step of a larger transaction, which holds
 * the moment exclusively.
 */
export async function writeTestmoment(
  trx: Transaction,
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

/**
 * Ids of moments whose planned opening or closing has come, unordered; `at` is an ISO instant. With an order, SQLite would walk
 * through the table instead of the two indexes.
 */
async function listDueTestmoments(kysely: Kysely, at: string): Promise<number[]> {
  const rows = await kysely
    .selectFrom('testmoment')
    .select('id')
    .where((either) => either.or([either('enrollments_open_at', '<=', at), either('enrollments_close_at', '<=', at)]))
    .execute()
  return rows.map(({ id }) => id)
}
