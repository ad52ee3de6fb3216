import { z } from 'zod'
import { moduleStatusSchema } from '#domain/module/module-status.schema.ts'
import { testmomentSchema } from '#domain/testmoment/testmoment.schema.ts'
import { userSchema } from '#domain/user/user.schema.ts'
import { idTextSchema, type SchemasOf } from './endpoint.schema.ts'
import { listReplySchema } from './list.schema.ts'
import type { getOwnUser, getUser, listModuleStatuses, listUserTestmoments } from './user.ts'

const userIdParams = z.object({ id: idTextSchema })

export const getOwnUserSchemas = { reply: userSchema } satisfies SchemasOf<typeof getOwnUser>

export const getUserSchemas = { params: userIdParams, reply: userSchema } satisfies SchemasOf<typeof getUser>

export const listModuleStatusesSchemas = {
  params: userIdParams,
  reply: listReplySchema(moduleStatusSchema),
} satisfies SchemasOf<typeof listModuleStatuses>

export const listUserTestmomentsSchemas = {
  params: userIdParams,
  querystring: z.object({ module_id: idTextSchema.optional() }),
  reply: listReplySchema(testmomentSchema),
} satisfies SchemasOf<typeof listUserTestmoments>
