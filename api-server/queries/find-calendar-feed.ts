import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const findCalendarFeed = (kysely: Kysely<Tables>, userId: number) =>
  kysely.selectFrom('calendar_feed').select('created_at').where('user_id', '=', userId).executeTakeFirst()

/** Whose address it is, of accounts that can be logged in with. */
export const findCalendarOwner = (kysely: Kysely<Tables>, keyHash: string) =>
  kysely
    .selectFrom('calendar_feed')
    .innerJoin('user', 'user.id', 'calendar_feed.user_id')
    .select(['user.id', 'user.roles'])
    .where('key_hash', '=', keyHash)
    .where('user.activated', '=', true)
    .executeTakeFirst()
