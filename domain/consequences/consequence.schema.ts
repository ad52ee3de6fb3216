import { z } from 'zod'
import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { roleSchema } from '#domain/users/user.schema.ts'

const count = z.int().min(0)

/**
 * Gains, losses and changes for students that an edit would cause: shown first, and carried out once confirmed. A part
 * that is left out does not occur.
 */
export const consequencesSchema = z.object({
  enrollments_deleted: count,
  /** students who would lose at least one of these */
  students: count,
  /** students who would lose a place on a waiting list, and are notified of it */
  waits_ended: count.optional(),
  /** students whose chair at a moment goes, because their room goes or gets fewer seats */
  chairs_lost: count.optional(),
  /** a moment loses its last module, and so offers all */
  opens_all_modules: z.boolean(),
  /** a department loses its last module, and so offers its students nothing */
  offers_nothing: z.boolean(),
  /** a school year loses its last test moment */
  last_testmoment: z.boolean(),
  /** automatic enrollment is switched on: also for who comes later */
  automatic_on: z.boolean().optional(),
  /** enrollments made automatically and at once, and students without a seat */
  ...enrollmentsMadeSchema.partial().shape,
  /** a school year becomes the active one; `schoolyear_replaced` is the name of the one that is so now */
  activates_schoolyear: z.boolean().optional(),
  schoolyear_replaced: z.string().optional(),
  /** the active school year becomes inactive, and no other takes its place */
  deactivates_schoolyear: z.boolean().optional(),
  /** which moments students see from then on, how many */
  testmoments_shown: count.optional(),
  /** enrollments at moments to come of the year that is replaced or deactivated, which nobody sees any more, and of how many students */
  enrollments_hidden: count.optional(),
  students_hidden: count.optional(),
  /** who are enrolled at a moment that gets other days, and stay so */
  students_moved: count.optional(),
  /** students who may get a message about it: enrolled, now or before, at a moment that it changes for them */
  students_concerned: count.optional(),
  /** students who are enrolled can change that for a shorter time than announced */
  closes_earlier: z.boolean().optional(),
  /** other moments of the year that begin on the same day */
  testmoments_same_day: count.optional(),
  /** moments that are made together, and begin on days on which the year has others */
  testmoments_beside_others: count.optional(),
  /** a moment's day lies in another school year than the moment */
  outside_schoolyear: z.boolean().optional(),
  /** the type that a user gets, with the enrollments that they keep */
  role_given: roleSchema.optional(),
  enrollments_kept: count.optional(),
  deletes_testmoment: z.boolean().optional(),
  deletes_module: z.boolean().optional(),
  /** the names of departments that hold a module which goes */
  departments_losing: z.array(z.string()).optional(),
  /** a user is deleted, with all that is theirs */
  deletes_user: z.boolean().optional(),
  /** results of theirs, and how many of these were published */
  results_deleted: count.optional(),
  results_published: count.optional(),
  /** the same words went to the same group before: time and sender, in Dutch */
  message_sent_before: z.string().optional(),
})
export type Consequences = z.infer<typeof consequencesSchema>
