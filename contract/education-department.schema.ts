import { educationDepartmentSchema } from '#domain/education-department/education-department.schema.ts'
import type { listEducationDepartments } from './education-department.ts'
import type { SchemasOf } from './endpoint.schema.ts'
import { listReplySchema } from './list.schema.ts'

export const listEducationDepartmentsSchemas = {
  reply: listReplySchema(educationDepartmentSchema),
} satisfies SchemasOf<typeof listEducationDepartments>
