import { z } from 'zod'
import { moduleStatusSchema } from '#domain/modules/module.schema.ts'
import { testmomentSchema } from '#domain/testmoments/testmoment.schema.ts'
import { userEditSchema, userSchema } from '#domain/users/user.schema.ts'
import { confirmedSchema } from './confirmation.schema.ts'
import { byIdSchema, idTextSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import { byPagingSchema, fromCursorSchema, sortedSchema } from './paging.schema.ts'
import type * as user from './user.ts'

export const getOwnUserSchemas = { reply: userSchema } satisfies SchemasOf<typeof user.getOwnUser>

export const getUserSchemas = { params: byIdSchema, reply: userSchema } satisfies SchemasOf<typeof user.getUser>

export const editUserSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: userEditSchema,
  reply: entityReplySchema(userSchema),
} satisfies SchemasOf<typeof user.editUser>

export const listModuleStatusesSchemas = {
  params: byIdSchema,
  reply: listReplySchema(moduleStatusSchema),
} satisfies SchemasOf<typeof user.listModuleStatuses>

export const listUserTestmomentsSchemas = {
  params: byIdSchema,
  querystring: z.object({ module_id: idTextSchema.optional() }),
  reply: listReplySchema(testmomentSchema),
} satisfies SchemasOf<typeof user.listUserTestmoments>

export const listUsersSchemas = {
  params: byPagingSchema,
  querystring: fromCursorSchema
    .extend(sortedSchema('username', 'first_name', 'last_name').shape)
    .extend({ search: z.string().max(200).optional() }),
  reply: listReplySchema(userSchema),
} satisfies SchemasOf<typeof user.listUsers>

export const deleteUserSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  reply: entityReplySchema(userSchema).extend({ enrollments_deleted: z.int().min(0) }),
} satisfies SchemasOf<typeof user.deleteUser>
