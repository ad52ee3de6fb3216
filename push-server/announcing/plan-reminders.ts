import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Kysely } from '#database/tables.ts'
import { closingToRemindOf, REMINDER_AHEAD_MS } from '#domain/push/push.rules.ts'
import { earliestCurrentDay } from '#domain/testmoments/testmoment.rules.ts'

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

async function listClosing(kysely: Kysely, now: number): Promise<{ id: number; closes_at: string }[]> {
  const moments = await kysely
    .selectFrom('testmoment')
    .select(['id', 'date', 'duration', 'enrollments_enabled', 'enrollments_close_at'])
    .where('date', '>=', earliestCurrentDay(now))
    .execute()
  const closing = moments.flatMap(({ id, ...moment }) => {
    const closes_at = closingToRemindOf(moment, now)
    return closes_at === null ? [] : [{ id, closes_at }]
  })
  if (closing.length === 0) return []
  const reminded = await kysely
    .selectFrom('push_reminder')
    .select(['testmoment_id', 'closes_at'])
    .where(
      'testmoment_id',
      'in',
      closing.map(({ id }) => id),
    )
    .execute()
  return closing.filter(
    ({ id, closes_at }) => !reminded.some((one) => one.testmoment_id === id && one.closes_at === closes_at),
  )
}

/** Whether enrollment opened within a day before it closes: the push about the opening then already gave the closing time. */
async function openedWithinTheDay(trx: Kysely, testmoment_id: number, closes_at: string): Promise<boolean> {
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
