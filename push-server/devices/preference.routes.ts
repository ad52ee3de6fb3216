import * as pushCalls from '#contract/push.calls.ts'
import type { Kysely } from '#database/tables.ts'
import { type PushPreference, pushPreferenceFieldNames, usualPreference } from '#domain/push/push.schema.ts'
import type { PushContext } from '#push-server/context.ts'
import { type Api, serve } from '#server/operation.ts'

export function preferenceRoutes(app: Api, { database }: PushContext): void {
  serve(app, pushCalls, {
    readPushPreference: async ({ caller }) => findPreference(database.kysely, caller.id),

    editPushPreference: async ({ caller: { id }, body }) => {
      await database.transaction((trx) => savePreference(trx, id, body))
      return { entity: body }
    },
  })
}

const findPreference = async (kysely: Kysely, userId: number): Promise<PushPreference> =>
  (await kysely
    .selectFrom('push_preference')
    .select(pushPreferenceFieldNames)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? usualPreference

const savePreference = (kysely: Kysely, userId: number, preference: PushPreference) =>
  kysely
    .insertInto('push_preference')
    .values({ ...preference, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preference))
    .execute()
