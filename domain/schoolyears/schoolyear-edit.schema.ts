import { z } from 'zod'
import { schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

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
