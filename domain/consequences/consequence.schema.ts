import { z } from 'zod'
import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { roleSchema } from '#domain/users/user.schema.ts'

const count = z.int().min(0)

/** Effects of an edit on students, shown first and carried out once confirmed. Parts that do not apply are left out. */
export const consequencesSchema = z.object({
  enrollments_deleted: count,
  students: count,
  /** students who would lose a place on a waiting list, of which they are notified */
  waits_ended: count.optional(),
  /** students whose chair at a moment goes, because their room goes or gets fewer seats */
  chairs_lost: count.optional(),
  /** their rooms are published, so each of them gets a message */
  chairs_published: z.boolean().optional(),
  /** a moment loses its last module, and then offers all */
  opens_all_modules: z.boolean(),
  /** a department loses its last module, and then offers its students nothing */
  offers_nothing: z.boolean(),
  last_testmoment: z.boolean(),
  /** also for later students */
  automatic_on: z.boolean().optional(),
  ...enrollmentsMadeSchema.partial().shape,
  /** a school year is activated; `schoolyear_replaced` is the name of the currently active one */
  activates_schoolyear: z.boolean().optional(),
  schoolyear_replaced: z.string().optional(),
  /** the active school year is deactivated without a successor */
  deactivates_schoolyear: z.boolean().optional(),
  testmoments_shown: count.optional(),
  /** enrollments, and their students, at coming moments of a replaced or deactivated year, which nobody sees any more */
  enrollments_hidden: count.optional(),
  students_hidden: count.optional(),
  /** students at a moment that gets other days, who stay enrolled */
  students_moved: count.optional(),
  /** students who may get a message: enrolled, now or before, at a moment that changes for them */
  students_concerned: count.optional(),
  /** enrolled students have less time to change their choice than announced */
  closes_earlier: z.boolean().optional(),
  testmoments_same_day: count.optional(),
  testmoments_beside_others: count.optional(),
  outside_schoolyear: z.boolean().optional(),
  /** role that a user gets, with the enrollments that they keep */
  role_given: roleSchema.optional(),
  enrollments_kept: count.optional(),
  deletes_testmoment: z.boolean().optional(),
  deletes_module: z.boolean().optional(),
  departments_losing: z.array(z.string()).optional(),
  deletes_user: z.boolean().optional(),
  results_deleted: count.optional(),
  results_published: count.optional(),
  /** the same message went to the same audience before: time and sender, in Dutch */
  message_sent_before: z.string().optional(),
})
export type Consequences = z.infer<typeof consequencesSchema>
