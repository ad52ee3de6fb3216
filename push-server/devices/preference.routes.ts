import type { Kysely } from 'kysely'
import { editPushPreferenceSchemas, readPushPreferenceSchemas } from '#contract/push.schema.ts'
import { editPushPreference, readPushPreference } from '#contract/push.ts'
import type { Tables } from '#database/tables.ts'
import { type PushPreference, pushPreferenceFieldNames, usualPreference } from '#domain/push/push.schema.ts'
import type { PushContext } from '#push-server/context.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Routes for the kinds of notifications that a student wants, and for quiet hours. */
export function preferenceRoutes(app: Api, { database }: PushContext): void {
  app.route({
    ...operation(readPushPreference, readPushPreferenceSchemas, {
      reach: 'own-enrollments',
      summary: 'What you are notified of, and when not',
    }),
    handler: async (request) => findPreference(database.kysely, callerOf(request).id),
  })

  app.route({
    ...operation(editPushPreference, editPushPreferenceSchemas, {
      reach: 'own-enrollments',
      summary: 'Choose what you are notified of, and when not',
    }),
    handler: async (request) => {
      const { id } = callerOf(request)
      await database.transaction((trx) => savePreference(trx, id, request.body))
      return { entity: request.body }
    },
  })
}

const findPreference = async (kysely: Kysely<Tables>, userId: number): Promise<PushPreference> =>
  (await kysely
    .selectFrom('push_preference')
    .select(pushPreferenceFieldNames)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? usualPreference

const savePreference = (kysely: Kysely<Tables>, userId: number, preference: PushPreference) =>
  kysely
    .insertInto('push_preference')
    .values({ ...preference, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preference))
    .execute()
