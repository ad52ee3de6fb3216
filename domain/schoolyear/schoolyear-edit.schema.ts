import { z } from 'zod'
import { versionSchema } from '#domain/link/link.schema.ts'
import { schoolNameSchema } from '#domain/school-name/school-name.schema.ts'

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
