import { z } from 'zod'

/** What an edit would take from students or open to them: told before it happens, and done only once it was confirmed. */
export const consequencesSchema = z.object({
  enrollments_deleted: z.int().min(0),
  /** students who would lose at least one of these */
  students: z.int().min(0),
  /** a moment loses its last module, and so offers all */
  opens_all_modules: z.boolean(),
  /** a department loses its last module, and so offers its students nothing */
  offers_nothing: z.boolean(),
  /** a school year loses its last test moment */
  last_testmoment: z.boolean(),
})
export type Consequences = z.infer<typeof consequencesSchema>
