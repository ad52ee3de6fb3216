import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollment/enrollment.schema.ts'
import { idSchema, linkSchema, versionSchema } from '#domain/link/link.schema.ts'
import { testmomentSchema } from './testmoment.schema.ts'

/**
 * A test moment as administrators manage it. `students` are enrolled there, with `tests` enrollments together; these
 * stand in it themselves when they were asked for (`?with=enrollments`), and page by page behind the link.
 */
export const managedTestmomentSchema = testmomentSchema.omit({ enrollments: true, _links: true }).extend({
  schoolyear_id: idSchema,
  students: z.int().min(0),
  tests: z.int().min(0),
  enrollments: z.array(enrollmentSchema).optional(),
  _links: z.object({
    edit: linkSchema,
    delete: linkSchema,
    edit_preview: linkSchema,
    modules: linkSchema,
    edit_modules: linkSchema,
    enrollments: linkSchema,
    export: linkSchema,
    presence_checklist: linkSchema,
  }),
})
export type ManagedTestmoment = z.infer<typeof managedTestmomentSchema>

/**
 * The modules of a moment; `auto_enroll` left out is off for a new one and stays as it is for another. `version` is the
 * moment's: a list that replaces one which somebody has changed since is refused.
 */
export const testmomentModuleListSchema = z.object({
  entities: z.array(z.object({ id: idSchema, auto_enroll: z.boolean().optional() })).max(1_000),
  version: versionSchema.optional(),
})
export type TestmomentModuleList = z.infer<typeof testmomentModuleListSchema>
