import { z } from 'zod'
import { moduleStatusSchema } from '#domain/modules/module.schema.ts'
import type * as completedModule from './completed-module.ts'
import { byIdSchema, idListSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema } from './list.schema.ts'

const completionSchemas = {
  params: byIdSchema,
  body: idListSchema,
  reply: entityReplySchema(z.object({ entities: z.array(moduleStatusSchema) })).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
  }),
}

export const completeModulesSchemas = completionSchemas satisfies SchemasOf<typeof completedModule.completeModules>

export const uncompleteModulesSchemas = completionSchemas satisfies SchemasOf<typeof completedModule.uncompleteModules>
