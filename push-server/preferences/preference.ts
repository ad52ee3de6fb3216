import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { usualPreference } from '#domain/push/push.rules.ts'
import type { PushPreference } from '#domain/push/push.schema.ts'

export const findPreference = async (kysely: Kysely<Tables>, userId: number): Promise<PushPreference> =>
  (await kysely
    .selectFrom('push_preference')
    .select(['opening', 'reminder', 'quiet_from', 'quiet_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? usualPreference

export const savePreference = (kysely: Kysely<Tables>, userId: number, preference: PushPreference) =>
  kysely
    .insertInto('push_preference')
    .values({ ...preference, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preference))
    .execute()
