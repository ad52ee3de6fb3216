import { z } from 'zod'
import { educationDepartmentSchema } from '#domain/departments/department.schema.ts'
import { automaticEnrollmentSchema, enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { byIdSchema, entityReplySchema, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.schema.ts'

shown(enrollmentsMadeSchema.shape.full_testmoments, [{ id: 12, ...exampleWhenAndWhere, students: 15 }])
shown(automaticEnrollmentSchema, {
  testmoment: { id: 12, ...exampleWhenAndWhere },
  module: { id: 3, name: 'ALG1', description: 'Algebra en functies' },
})

export const getUserEducationDepartmentSchemas = {
  params: byIdSchema,
  reply: educationDepartmentSchema,
}

export const chooseEducationDepartmentSchemas = {
  params: byIdSchema,
  body: shown(z.object({ id: idSchema }), { id: 5 }),
  reply: entityReplySchema(educationDepartmentSchema),
}

export const listAutomaticEnrollmentsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(automaticEnrollmentSchema).extend({
    without_seat: z.array(automaticEnrollmentSchema),
    ended: z.array(automaticEnrollmentSchema),
  }),
}

export const confirmInformationSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(userSchema).extend({ enrollments_made: z.int().min(0) }),
}
