import { z } from 'zod'
import { educationDepartmentSchema } from '#domain/departments/department.schema.ts'
import { automaticEnrollmentSchema, enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.calls.ts'
import { because, own } from './proofs.ts'

shown(enrollmentsMadeSchema.shape.full_testmoments, [{ id: 12, ...exampleWhenAndWhere, students: 15 }])
shown(automaticEnrollmentSchema, {
  testmoment: { id: 12, ...exampleWhenAndWhere },
  module: { id: 3, name: 'ALG1', description: 'Algebra en functies' },
})

export const getUserEducationDepartment = read('/user/:id/education-department', {
  reach: 'self-or-administration',
  summary: 'The department of a user; not-found without one',
  reply: educationDepartmentSchema,
})

export const chooseEducationDepartment = write('PUT', '/user/:id/education-department', {
  event: 'userEdited',
  reach: 'self-or-administration',
  proof: because('once, before a student has enrolled anywhere'),
  summary: 'Choose a department while onboarding; an administrator also for a student who is not through it',
  reasons: ['onboarding-done', 'education-department-unavailable'],
  body: shown(z.object({ id: idSchema }), { id: 5 }),
  reply: entityReplySchema(educationDepartmentSchema),
})

export const listAutomaticEnrollments = read('/user/:id/automatic-enrollments', {
  reach: 'student-self',
  summary: 'The enrollments that confirming would make now, and those that it would end',
  reply: listReplySchema(automaticEnrollmentSchema).extend({
    without_seat: z.array(automaticEnrollmentSchema),
    ended: z.array(automaticEnrollmentSchema),
  }),
})

export const confirmInformation = write('POST', '/user/:id/information-check', {
  event: 'userEdited',
  reach: 'student-self',
  proof: own,
  summary: 'Confirm what onboarding asked, which also makes the automatic enrollments',
  reasons: ['information-incomplete'],
  reply: entityReplySchema(userSchema).extend({ enrollments_made: z.int().min(0) }),
})
