import { z } from 'zod'
import { routedSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { shownTestmomentSchema } from '#domain/testmoments/testmoment.schema.ts'
import { enrollmentSchema } from './enrollment.schema.ts'

/** A test moment in a user's list. `enrollments` are those of that user. */
export const testmomentSchema = shownTestmomentSchema.extend({
  ...routedSchema.shape,
  enrollments: z.array(enrollmentSchema),
  _links: z.object({ enroll: linkSchema.optional() }),
})
export type Testmoment = z.infer<typeof testmomentSchema>

/**
 * A test moment as administrators manage it. `students` are enrolled there, with `tests` enrollments together, and
 * `waiting` students are in line for a seat. The enrollments are included on request
 * (`?with=enrollments`); the link `enrollments` lists them page by page.
 */
export const managedTestmomentSchema = shownTestmomentSchema.extend({
  schoolyear_id: idSchema,
  students: z.int().min(0),
  tests: z.int().min(0),
  waiting: z.int().min(0),
  /** another moment has the same date and duration */
  shares_day: z.boolean(),
  enrollments: z.array(enrollmentSchema).optional(),
  _links: z.object({
    edit: linkSchema,
    delete: linkSchema,
    edit_preview: linkSchema,
    modules: linkSchema,
    edit_modules: linkSchema,
    enrollments: linkSchema,
    waiting: linkSchema,
    export: linkSchema,
    presence_checklist: linkSchema,
    presence: linkSchema,
    invigilators: linkSchema,
    results: linkSchema,
    presence_checklist_by_module: linkSchema,
    extra_time: linkSchema,
  }),
})
export type ManagedTestmoment = z.infer<typeof managedTestmomentSchema>
