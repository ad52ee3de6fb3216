import { z } from 'zod'
import { educationDepartmentSchema } from '#domain/departments/department.schema.ts'
import { automaticEnrollmentSchema, enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { byIdSchema, entityReplySchema, listReplySchema, type SchemasOf, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.schema.ts'
import type * as onboarding from './onboarding.ts'

shown(enrollmentsMadeSchema.shape.full_testmoments, [{ id: 12, ...exampleWhenAndWhere, students: 15 }])
shown(automaticEnrollmentSchema, {
  testmoment: { id: 12, ...exampleWhenAndWhere },
  module: { id: 3, name: 'ALG1', description: 'Algebra en functies' },
})

export const getUserEducationDepartmentSchemas = {
  params: byIdSchema,
  reply: educationDepartmentSchema,
} satisfies SchemasOf<typeof onboarding.getUserEducationDepartment>

export const chooseEducationDepartmentSchemas = {
  params: byIdSchema,
  body: shown(z.object({ id: idSchema }), { id: 5 }),
  reply: entityReplySchema(educationDepartmentSchema),
} satisfies SchemasOf<typeof onboarding.chooseEducationDepartment>

export const listAutomaticEnrollmentsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(automaticEnrollmentSchema).extend({
    without_seat: z.array(automaticEnrollmentSchema),
    ended: z.array(automaticEnrollmentSchema),
  }),
} satisfies SchemasOf<typeof onboarding.listAutomaticEnrollments>

export const confirmInformationSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(userSchema).extend({ enrollments_made: z.int().min(0) }),
} satisfies SchemasOf<typeof onboarding.confirmInformation>
