import { editPushPreferenceSchemas, readPushPreferenceSchemas } from '#contract/push.schema.ts'
import { editPushPreference, readPushPreference } from '#contract/push.ts'
import { findPreference, savePreference } from '#push-server/preferences/preference.ts'
import type { PushContext } from '#push-server/push-context.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Of what a student wants to be told, and when not. */
export function preferenceRoutes(app: Api, { database: { kysely } }: PushContext): void {
  app.route({
    ...operation(readPushPreference, readPushPreferenceSchemas, {
      summary: 'What you are told of, and when not',
      reasons: ['not-yours'],
    }),
    handler: async (request) => findPreference(kysely, callerOf(request).id),
  })

  app.route({
    ...operation(editPushPreference, editPushPreferenceSchemas, {
      summary: 'Choose what you are told of, and when not',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      await savePreference(kysely, callerOf(request).id, request.body)
      return { entity: request.body }
    },
  })
}
