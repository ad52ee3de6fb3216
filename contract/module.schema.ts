import { z } from 'zod'
import { listedModuleSchema, moduleCreationSchema, moduleEditSchema } from '#domain/modules/module.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import type * as module from './module.ts'

export const listModulesSchemas = { reply: listReplySchema(listedModuleSchema) } satisfies SchemasOf<
  typeof module.listModules
>

export const createModuleSchemas = {
  body: moduleCreationSchema,
  reply: entityReplySchema(listedModuleSchema),
} satisfies SchemasOf<typeof module.createModule>

export const editModuleSchemas = {
  params: byIdSchema,
  body: moduleEditSchema,
  reply: entityReplySchema(listedModuleSchema).extend({ students_enrolled: z.int().min(0) }),
} satisfies SchemasOf<typeof module.editModule>
