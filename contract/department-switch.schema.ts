import { z } from 'zod'
import { departmentSwitchMetadataSchema, departmentSwitchSchema } from '#domain/departments/department.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import type * as departmentSwitch from './department-switch.ts'
import { idTextSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema } from './list.schema.ts'

export const previewDepartmentSwitchSchemas = {
  querystring: z.object({ user_id: idTextSchema, department_id: idTextSchema }),
  reply: departmentSwitchMetadataSchema,
} satisfies SchemasOf<typeof departmentSwitch.previewDepartmentSwitch>

export const switchDepartmentSchemas = {
  body: departmentSwitchSchema,
  reply: entityReplySchema(userSchema).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
  }),
} satisfies SchemasOf<typeof departmentSwitch.switchDepartment>
