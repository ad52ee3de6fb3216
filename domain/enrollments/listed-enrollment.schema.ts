import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { whenAndWhereSchema } from '#domain/testmoments/testmoment.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { enrollmentSchema } from './enrollment.schema.ts'

const namedMomentSchema = whenAndWhereSchema.extend({ id: idSchema })

/** An enrollment in a list to page through, of a moment or of a student: alike in both, so each names whose it is and for when. */
export const listedEnrollmentSchema = enrollmentSchema.extend({
  user: userSchema.pick({ id: true, username: true, first_name: true, last_name: true, student_number: true }),
  testmoment: namedMomentSchema,
})
export type ListedEnrollment = z.infer<typeof listedEnrollmentSchema>

/** An enrollment that confirming would make now. */
export const automaticEnrollmentSchema = z.object({
  testmoment: namedMomentSchema,
  module: moduleSchema.pick({ id: true, name: true, description: true }),
})
export type AutomaticEnrollment = z.infer<typeof automaticEnrollmentSchema>
