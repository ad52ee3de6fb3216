import { z } from 'zod'
import { moduleStatusSchema } from '#domain/enrollments/enrollment.schema.ts'
import { schoolNameRefusals } from '#domain/entities/school-name.rules.ts'
import {
  listedModuleSchema,
  type Module,
  moduleCreationSchema,
  moduleEditSchema,
  moduleSchema,
  moduleUseSchema,
} from '#domain/modules/module.schema.ts'
import { read, write } from './call.schema.ts'
import {
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  idListSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'
import { exampleEnrollment, exampleWhenAndWhere } from './enrollments.calls.ts'
import { because, own, school, staff } from './proofs.ts'

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

export const listModules = read('/modules', {
  reach: 'account',
  summary: 'All modules; those out of use are shown to administrators only, and those put away if they ask for them',
  querystring: z.object({ archived: z.literal('1').optional() }),
  reply: listReplySchema(listedModuleSchema),
})

export const createModule = write('POST', '/module', {
  event: 'moduleCreated',
  reach: 'administration',
  proof: school,
  summary: 'Create a module; its name is its own, capitals or not, and never changes',
  statuses: [201],
  reasons: ['module-name-taken', ...schoolNameRefusals],
  body: shown(moduleCreationSchema, { name, description }),
  reply: entityReplySchema(listedModuleSchema),
})

export const editModule = write('PUT', '/module/:id', {
  event: 'moduleEdited',
  reach: 'administration',
  proof: school,
  summary: 'Describe a module anew, take it out of use or put it away; who is enrolled in it stays so',
  reasons: ['version-stale', 'module-archived'],
  body: shown(moduleEditSchema, { active: false, version: 1 }),
  reply: entityReplySchema(listedModuleSchema).extend({
    /** number of students with a current enrollment in it, which stays when it goes out of use */
    students_enrolled: z.int().min(0),
  }),
})

export const getModuleUse = read('/module/:id/use', {
  reach: 'administration',
  summary: 'What hangs on a module, so that it can be archived and not deleted',
  reply: shown(moduleUseSchema, { enrollments: 12, completions: 3, waits: 0, testmoments: 1 }),
})

export const deleteModule = write('DELETE', '/module/:id', {
  event: 'moduleEdited',
  reach: 'administration',
  proof: staff,
  summary: 'Delete a module on which nothing hangs; its name is free again',
  reasons: ['module-in-use', 'confirmation-needed'],
  querystring: confirmedSchema,
  reply: entityReplySchema(moduleSchema),
})

const completionSchemas = {
  body: idListSchema,
  reply: entityReplySchema(z.object({ entities: z.array(moduleStatusSchema) })).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
  }),
}

export const completeModules = write('PATCH', '/user/:id/modules-completed', {
  event: 'enrollmentsChanged',
  reach: 'self',
  proof: own,
  summary: 'Mark modules as completed, which ends the current enrollments in them',
  reasons: ['not-found', 'module-unknown'],
  ...completionSchemas,
})

export const uncompleteModules = write('PATCH', '/user/:id/modules-uncompleted', {
  event: 'enrollmentsChanged',
  reach: 'self-or-administration',
  proof: because('can be completed again, and nobody is notified'),
  summary:
    'Mark modules as not completed, which enrolls where that is automatic; as an administrator those that were by a result, and no others',
  reasons: ['module-unknown', 'completion-by-result'],
  ...completionSchemas,
})
