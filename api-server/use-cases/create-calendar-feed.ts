import { calendarKeyHash, newCalendarKey } from '#api-server/auth/calendar-key.ts'
import type { Database } from '#database/engine/open-database.ts'

/** Gives this student an address for calendar programs; the one that they had stops. The key can be told this once. */
export async function createCalendarFeed({ kysely }: Database, userId: number, now: number) {
  const key = newCalendarKey()
  const feed = { key_hash: calendarKeyHash(key), created_at: new Date(now).toISOString() }
  await kysely
    .insertInto('calendar_feed')
    .values({ user_id: userId, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute()
  return { key, created_at: feed.created_at }
}
