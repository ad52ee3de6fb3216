import { z } from 'zod'
import { idSchema, linkSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** At most one school year is active; only its test moments are shown to students. */
export const schoolyearSchema = z.object({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  version: versionSchema,
  /** for administrators */
  _links: z.object({
    edit: linkSchema.optional(),
    testmoments: linkSchema.optional(),
    add_testmoment: linkSchema.optional(),
    testmoment_statistics: linkSchema.optional(),
    enrollment_statistics: linkSchema.optional(),
  }),
})
export type Schoolyear = z.infer<typeof schoolyearSchema>
