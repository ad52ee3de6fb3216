import { z } from 'zod'
import { moduleStatusSchema } from '#domain/enrollments/module-status.schema.ts'
import {
  listedModuleSchema,
  type Module,
  moduleCreationSchema,
  moduleEditSchema,
  moduleSchema,
  moduleUseSchema,
} from '#domain/modules/module.schema.ts'
import {
  byIdSchema,
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  idListSchema,
  listReplySchema,
  type SchemasOf,
  shown,
} from './endpoint.schema.ts'
import { exampleEnrollment, exampleWhenAndWhere } from './enrollments.schema.ts'
import type * as module from './modules.ts'

export const exampleModule: Module = {
  id: 3,
  name: 'ALG1',
  description: 'Algebra en functies',
  active: true,
  archived: false,
  version: 1,
}
shown(moduleSchema, exampleModule)
shown(listedModuleSchema, {
  ...exampleModule,
  _links: {
    edit: exampleLink('PUT', '/module/3'),
    use: exampleLink('GET', '/module/3/use'),
    archive: exampleLink('PUT', '/module/3'),
  },
})

const { id, name, description } = exampleModule
const testmoment = {
  id: 12,
  ...exampleWhenAndWhere,
  enrollments_enabled: true,
  enrollments_close_at: '2026-03-19T16:00:00.000Z',
}
shown(moduleStatusSchema, {
  module: { id, name, description },
  enrollments: { '12': { enrollment: exampleEnrollment, testmoment } },
  enrollment_moment: testmoment,
  is_completed: false,
})

export const listModulesSchemas = {
  querystring: z.object({ archived: z.literal('1').optional() }),
  reply: listReplySchema(listedModuleSchema),
} satisfies SchemasOf<typeof module.listModules>

export const createModuleSchemas = {
  body: shown(moduleCreationSchema, { name, description }),
  reply: entityReplySchema(listedModuleSchema),
} satisfies SchemasOf<typeof module.createModule>

export const editModuleSchemas = {
  params: byIdSchema,
  body: shown(moduleEditSchema, { active: false, version: 1 }),
  reply: entityReplySchema(listedModuleSchema).extend({ students_enrolled: z.int().min(0) }),
} satisfies SchemasOf<typeof module.editModule>

export const getModuleUseSchemas = {
  params: byIdSchema,
  reply: shown(moduleUseSchema, { enrollments: 12, completions: 3, waits: 0, testmoments: 1 }),
} satisfies SchemasOf<typeof module.getModuleUse>

export const deleteModuleSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  reply: entityReplySchema(moduleSchema),
} satisfies SchemasOf<typeof module.deleteModule>

const completionSchemas = {
  params: byIdSchema,
  body: idListSchema,
  reply: entityReplySchema(z.object({ entities: z.array(moduleStatusSchema) })).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
  }),
}

export const completeModulesSchemas = completionSchemas satisfies SchemasOf<typeof module.completeModules>

export const uncompleteModulesSchemas = completionSchemas satisfies SchemasOf<typeof module.uncompleteModules>
