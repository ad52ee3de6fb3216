import { z } from 'zod'
import { idSchema, linkSchema, schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

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
    result_statistics: linkSchema.optional(),
  }),
})
export type Schoolyear = z.infer<typeof schoolyearSchema>
export const schoolyearFieldNames = schoolyearSchema.omit({ _links: true }).keyof().options

/** A new one is inactive. */
export const schoolyearCreationSchema = z.object({ name: schoolNameSchema })
export type SchoolyearCreation = z.infer<typeof schoolyearCreationSchema>

/** What is left out stays as it is. */
export const schoolyearEditSchema = z.object({
  name: schoolNameSchema.optional(),
  active: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type SchoolyearEdit = z.infer<typeof schoolyearEditSchema>
