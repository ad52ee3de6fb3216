import type { z } from 'zod'
import { testmomentSchema } from '#domain/testmoment/testmoment.schema.ts'
import { userSchema } from '#domain/user/user.schema.ts'
import { enrollmentSchema } from './enrollment.schema.ts'

/** An enrollment in a list to page through, of a moment or of a student: alike in both, so each names whose it is and for when. */
export const listedEnrollmentSchema = enrollmentSchema.extend({
  user: userSchema.pick({ id: true, username: true, first_name: true, last_name: true }),
  testmoment: testmomentSchema.pick({ id: true, date: true, duration: true }),
})
export type ListedEnrollment = z.infer<typeof listedEnrollmentSchema>
