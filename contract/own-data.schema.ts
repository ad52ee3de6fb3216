import { userSessionSchema } from '#domain/sessions/session.schema.ts'
import { personalDataSchema } from '#domain/users/personal-data.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import type * as ownData from './own-data.ts'

export const listUserSessionsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(userSessionSchema),
} satisfies SchemasOf<typeof ownData.listUserSessions>

export const deleteSessionSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(userSessionSchema),
} satisfies SchemasOf<typeof ownData.deleteSession>

export const downloadUserDataSchemas = {
  params: byIdSchema,
  reply: personalDataSchema,
} satisfies SchemasOf<typeof ownData.downloadUserData>
