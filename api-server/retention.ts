import type { FastifyBaseLogger } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { FORGOTTEN } from '#api-server/acts/import/kept-import.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { settleRecords } from '#database/queries/settle-records.ts'
import type { Transaction } from '#database/tables.ts'
import { keptSince, keptSinceDay } from '#domain/calendar/school-year.ts'
import type { Config } from '#server/config.ts'
import { forgetWriteOutcomes } from '#server/outcomes.ts'
import { type Poller, type SweepPauses, startSweeping } from '#server/poller.ts'

export type KeepYears = Config['keep']

/** Rows per batch: on SQLite everybody waits for a deletion. A message counts as one, with its thousands of recipients. */
const LOT = { rows: 100, messages: 1 }

const PAUSES: SweepPauses = { first: 90_000, between: 200, after: 3_600_000 }

interface RetentionOptions {
  database: Database
  keep: KeepYears
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  pauses?: SweepPauses
}

/** Deletes records past their retention period until stopped. */
export function sweepRecords({ database, keep, clock, log, pauses = PAUSES }: RetentionOptions): Poller {
  const sweep = () => forgetRecords(database, keep, clock())
  return startSweeping({ sweep, warning: 'what is older than it is to be kept stays for now', log, pauses })
}

/** Deletes a batch of each kind that is past its retention at `now`; returns whether there may be more. */
export async function forgetRecords(database: Database, keep: KeepYears, now: number): Promise<boolean> {
  const results = keptSinceDay(now, keep.results)
  const presence = keptSinceDay(now, keep.presence)
  const gone = [
    await forgetOfTests(database, 'result', results),
    await forgetOfTests(database, 'result_sending', results),
    await forgetOfTests(database, 'result_publication', results),
    await forgetOfTests(database, 'presence', presence),
    await forgetOfTests(database, 'presence_tick', presence),
    await forgetOfMoments(database, 'walk_in', presence),
    await forgetChairs(database, presence),
    await forgetOfMoments(database, 'invigilator_link', presence),
    await forgetOlder(database, 'message', { years: keep.messages, most: LOT.messages, now }),
    await forgetOlder(database, 'waiting_outcome', { years: keep.waiting, most: LOT.rows, now }),
    (await forgetWriteOutcomes(database, { most: LOT.rows, now })) === LOT.rows,
    await forgetImported(database, new Date(keptSince(now, keep.imports)).toISOString()),
  ]
  return gone.includes(true)
}

type OfTest = 'result' | 'result_sending' | 'result_publication' | 'presence' | 'presence_tick'

/**
 * Deletes records of enrollments at moments that began before this day ('YYYY-MM-DD'), in batches. An enrollment without
 * records can be deleted later, and so can its moment; modules completed by a result stay completed.
 */
const forgetOfTests = ({ transaction }: Database, table: OfTest, before: string): Promise<boolean> =>
  transaction(async (trx) => {
    const found = await findOfTests(trx, table, before)
    if (found.length === 0) return false
    await lockStudents(trx, [...new Set(found.map(({ user_id }) => user_id))])
    const ids = found.map(({ id }) => id)
    await trx.deleteFrom(table).where('enrollment_id', 'in', ids).execute()
    await settleRecords(trx, ids)
    return found.length === LOT.rows
  })

const findOfTests = (trx: Transaction, table: OfTest, before: string) =>
  trx
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.id', 'enrollment.user_id'])
    .where('testmoment.date', '<', before)
    .where(sql<SqlBool>`enrollment.id in (select enrollment_id from ${sql.table(table)})`)
    .orderBy('enrollment.id')
    .limit(LOT.rows)
    .execute()

/** Deletes walk-ins or invigilator links in batches; the devices of a link and their names go with it. */
async function forgetOfMoments(
  { kysely }: Database,
  table: 'walk_in' | 'invigilator_link',
  before: string,
): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom(table)
    .where(
      'id',
      'in',
      sql<number>`(select id from ${sql.table(table)} where testmoment_id in
        (select id from testmoment where date < ${before}) limit ${LOT.rows})`,
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === LOT.rows
}

/** Deletes who sat where at one of the moments that began before that day ('YYYY-MM-DD'). */
async function forgetChairs({ kysely }: Database, before: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('chair')
    .where('testmoment_id', '=', (query) =>
      query
        .selectFrom('testmoment')
        .innerJoin('chair as kept', 'kept.testmoment_id', 'testmoment.id')
        .select('testmoment.id')
        .where('testmoment.date', '<', before)
        .orderBy('testmoment.id')
        .limit(1),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) > 0
}

async function forgetOlder(
  { kysely }: Database,
  table: 'message' | 'waiting_outcome',
  { years, most, now }: { years: number; most: number; now: number },
): Promise<boolean> {
  const before = new Date(keptSince(now, years)).toISOString()
  const { numDeletedRows } = await kysely
    .deleteFrom(table)
    .where('id', 'in', (query) =>
      query.selectFrom(table).select('id').where('created_at', '<', before).orderBy('id').limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === most
}

/** Deletes the values that imports replaced and wrote; the imports and their numbers of lines stay. */
async function forgetImported({ kysely }: Database, before: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('import_line')
    .set({ before: null, after: FORGOTTEN })
    .where('id', 'in', (query) =>
      query
        .selectFrom('import')
        .innerJoin('import_line as line', 'line.import_id', 'import.id')
        .select('line.id')
        .where('import.at', '<', before)
        .where('line.after', '<>', FORGOTTEN)
        .limit(LOT.rows),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === LOT.rows
}
