import type { Kysely } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Tables } from '#database/tables.ts'
import { needsReminder, REMINDER_AHEAD_MS } from '#domain/push/push.rules.ts'

/** Enqueues a reminder for each open moment that closes within a day, one per closing time. */
export async function planReminders({ kysely, transaction }: Database, now: number): Promise<void> {
  for (const { id, closes_at } of await listClosing(kysely, now))
    await transaction(async (trx) => {
      const { numInsertedOrUpdatedRows: noted } = await trx
        .insertInto('push_reminder')
        .values({ testmoment_id: id, closes_at })
        .onConflict((once) => once.columns(['testmoment_id', 'closes_at']).doNothing())
        .executeTakeFirstOrThrow()
      if (noted === 0n || (await openedWithinTheDay(trx, id, closes_at))) return
      await enqueue(trx, 'testmoment-closes-soon', { testmoment_id: id, closes_at }, now)
    })
}

/** Lists the moments that need a reminder now and have none yet. */
async function listClosing(kysely: Kysely<Tables>, now: number): Promise<{ id: number; closes_at: string }[]> {
  const moments = await kysely
    .selectFrom('testmoment')
    .leftJoin('push_reminder', (join) =>
      join
        .onRef('push_reminder.testmoment_id', '=', 'testmoment.id')
        .onRef('push_reminder.closes_at', '=', 'testmoment.enrollments_close_at'),
    )
    .select(['testmoment.id', 'testmoment.date', 'testmoment.duration'])
    .select(['testmoment.enrollments_enabled', 'testmoment.enrollments_close_at'])
    .where('testmoment.enrollments_close_at', 'is not', null)
    .where('testmoment.enrollments_enabled', '=', true)
    .where('push_reminder.testmoment_id', 'is', null)
    .execute()
  return moments.flatMap(({ id, enrollments_close_at, ...moment }) =>
    enrollments_close_at !== null && needsReminder({ ...moment, enrollments_close_at }, now)
      ? [{ id, closes_at: enrollments_close_at }]
      : [],
  )
}

/** Whether enrollment opened within a day before it closes: the push about the opening then already gave the closing time. */
async function openedWithinTheDay(trx: Kysely<Tables>, testmoment_id: number, closes_at: string): Promise<boolean> {
  const opening = await trx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'testmoment-opened')
    .where('payload', '=', JSON.stringify({ testmoment_id }))
    .where('created_at', '>', new Date(Date.parse(closes_at) - REMINDER_AHEAD_MS).toISOString())
    .limit(1)
    .executeTakeFirst()
  return opening !== undefined
}
