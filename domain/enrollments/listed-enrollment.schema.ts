import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { enrollmentSchema } from './enrollment.schema.ts'

const namedMomentSchema = whenAndWhereSchema.extend({ id: idSchema })

/** An enrollment in a paged list of a moment or a student. Both lists share this shape, so it names both. */
export const listedEnrollmentSchema = enrollmentSchema.extend({
  user: userSchema.pick({ id: true, username: true, first_name: true, last_name: true, student_number: true }),
  testmoment: namedMomentSchema,
})
export type ListedEnrollment = z.infer<typeof listedEnrollmentSchema>

/** An enrollment that confirming, or a switch of department, would make now; or one for which the moment has no seat. */
export const automaticEnrollmentSchema = z.object({
  testmoment: namedMomentSchema,
  module: moduleSchema.pick({ id: true, name: true, description: true }),
})
export type AutomaticEnrollment = z.infer<typeof automaticEnrollmentSchema>

/** Enrollments that a student would get, and, for each module for which there is no seat, the moments that are full. */
export interface AutomaticPreview {
  made: AutomaticEnrollment[]
  without_seat: AutomaticEnrollment[]
}

export interface ConfirmingPreview extends AutomaticPreview {
  ended: AutomaticEnrollment[]
}

export const lostWaitSchema = z.object({
  testmoment: namedMomentSchema,
  module: moduleSchema.pick({ id: true, name: true }),
})
export type LostWait = z.infer<typeof lostWaitSchema>

/** Enrollments that automatic enrollment made, or would make, and students without a seat; in replies and confirmations. */
export const enrollmentsMadeSchema = z.object({
  enrollments_made: z.int().min(0),
  /** students who got at least one of these */
  students_enrolled: z.int().min(0),
  /** students who miss a module since every moment that has it is full; nobody is put on a waiting list */
  students_without_seat: z.int().min(0),
  /** those full moments, earliest first, each with the number of these students that found it full */
  full_testmoments: z.array(namedMomentSchema.extend({ students: z.int().min(1) })),
})
export type EnrollmentsMade = z.infer<typeof enrollmentsMadeSchema>
