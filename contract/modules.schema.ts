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
  shown,
} from './endpoint.schema.ts'
import { exampleEnrollment, exampleWhenAndWhere } from './enrollments.schema.ts'

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
}

export const createModuleSchemas = {
  body: shown(moduleCreationSchema, { name, description }),
  reply: entityReplySchema(listedModuleSchema),
}

export const editModuleSchemas = {
  params: byIdSchema,
  body: shown(moduleEditSchema, { active: false, version: 1 }),
  reply: entityReplySchema(listedModuleSchema).extend({
    /** number of students with a current enrollment in it, which stays when it goes out of use */
    students_enrolled: z.int().min(0),
  }),
}

export const getModuleUseSchemas = {
  params: byIdSchema,
  reply: shown(moduleUseSchema, { enrollments: 12, completions: 3, waits: 0, testmoments: 1 }),
}

export const deleteModuleSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  reply: entityReplySchema(moduleSchema),
}

/** Reply with the modules after some were completed or reopened, and the effects on enrollments. */
const completionSchemas = {
  params: byIdSchema,
  body: idListSchema,
  reply: entityReplySchema(z.object({ entities: z.array(moduleStatusSchema) })).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
  }),
}

export const completeModulesSchemas = completionSchemas

export const uncompleteModulesSchemas = completionSchemas
