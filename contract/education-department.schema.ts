import { z } from 'zod'
import {
  educationDepartmentCreationSchema,
  educationDepartmentEditSchema,
  educationDepartmentSchema,
} from '#domain/departments/department.schema.ts'
import { versionSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { confirmedSchema } from './confirmation.schema.ts'
import type * as department from './education-department.ts'
import { byIdSchema, idListSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'

export const listEducationDepartmentsSchemas = {
  reply: listReplySchema(educationDepartmentSchema),
} satisfies SchemasOf<typeof department.listEducationDepartments>

export const getEducationDepartmentSchemas = {
  params: byIdSchema,
  reply: educationDepartmentSchema,
} satisfies SchemasOf<typeof department.getEducationDepartment>

export const createEducationDepartmentSchemas = {
  body: educationDepartmentCreationSchema,
  reply: entityReplySchema(educationDepartmentSchema),
} satisfies SchemasOf<typeof department.createEducationDepartment>

export const editEducationDepartmentSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: educationDepartmentEditSchema,
  reply: entityReplySchema(educationDepartmentSchema).extend({ enrollments_made: z.int().min(0) }),
} satisfies SchemasOf<typeof department.editEducationDepartment>

const modulesReplySchema = entityReplySchema(z.object({ entities: z.array(moduleSchema) })).extend({
  version: versionSchema,
  enrollments_made: z.int().min(0),
  enrollments_deleted: z.int().min(0),
})

export const listDepartmentModulesSchemas = {
  params: byIdSchema,
  reply: listReplySchema(moduleSchema),
} satisfies SchemasOf<typeof department.listDepartmentModules>

export const replaceDepartmentModulesSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: idListSchema.extend({ version: versionSchema.optional() }),
  reply: modulesReplySchema,
} satisfies SchemasOf<typeof department.replaceDepartmentModules>

export const addDepartmentModulesSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: idListSchema,
  reply: modulesReplySchema,
} satisfies SchemasOf<typeof department.addDepartmentModules>
