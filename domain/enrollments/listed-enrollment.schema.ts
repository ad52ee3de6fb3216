import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { enrollmentSchema } from './enrollment.schema.ts'

const namedMomentSchema = whenAndWhereSchema.extend({ id: idSchema })

/** An enrollment in a list to page through, of a moment or of a student: alike in both, so each names whose it is and for when. */
export const listedEnrollmentSchema = enrollmentSchema.extend({
  user: userSchema.pick({ id: true, username: true, first_name: true, last_name: true, student_number: true }),
  testmoment: namedMomentSchema,
})
export type ListedEnrollment = z.infer<typeof listedEnrollmentSchema>

/** An enrollment that confirming would make now, or a switch of department; or for which there is no seat at that moment. */
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

/**
 * Effects of confirming onboarding: `ended` are enrollments by a teacher in modules that the chosen department does not
 * have.
 */
export interface ConfirmingPreview extends AutomaticPreview {
  ended: AutomaticEnrollment[]
}

/** Where a student would be taken off the waiting list. */
export const lostWaitSchema = z.object({
  testmoment: namedMomentSchema,
  module: moduleSchema.pick({ id: true, name: true }),
})
export type LostWait = z.infer<typeof lostWaitSchema>

/** Enrollments that automatic enrollment made, or would make, and students without a seat; in replies and confirmations. */
export const enrollmentsMadeSchema = z.object({
  enrollments_made: z.int().min(0),
  /** who got at least one of these */
  students_enrolled: z.int().min(0),
  /** who are not enrolled in what they should be, since every moment that has it is full; nobody is put on a list */
  students_without_seat: z.int().min(0),
  /** those moments, the earliest first, each with for how many of these students it was full */
  full_testmoments: z.array(namedMomentSchema.extend({ students: z.int().min(1) })),
})
export type EnrollmentsMade = z.infer<typeof enrollmentsMadeSchema>
