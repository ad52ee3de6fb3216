import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** A user's logins that were not ended, still hold at `now` and were used since `since` (ISO instants), last used first. */
export const listSessions = (kysely: Kysely<Tables>, userId: number, { now, since }: { now: string; since: string }) =>
  kysely
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', since)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
