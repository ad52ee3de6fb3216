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

/** `students` are enrolled there, with `tests` enrollments together. These are included on request (`?with=enrollments`). */
export const managedTestmomentSchema = shownTestmomentSchema.extend({
  schoolyear_id: idSchema,
  students: z.int().min(0),
  tests: z.int().min(0),
  waiting: z.int().min(0),
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
