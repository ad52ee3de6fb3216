import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Also those that ended, as long as they are kept. */
export const listOwnSessions = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('session')
    .select(['device', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const listOwnPushSubscriptions = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('push_subscription')
    .select(['device_name', 'created_at', 'last_success_at', 'last_failure', 'last_failure_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const findOwnCalendarFeed = async (kysely: Kysely<Tables>, userId: number) =>
  (await kysely.selectFrom('calendar_feed').select('created_at').where('user_id', '=', userId).executeTakeFirst()) ??
  null

export const findOwnPushPreference = async (kysely: Kysely<Tables>, userId: number) =>
  (await kysely
    .selectFrom('push_preference')
    .select(['opening', 'reminder', 'quiet_from', 'quiet_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null
