import { z } from 'zod'
import { schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** The limit only bounds what is read. */
const descriptionSchema = z.string().max(2_000)

export const moduleCreationSchema = z.object({ name: schoolNameSchema, description: descriptionSchema })
export type ModuleCreation = z.infer<typeof moduleCreationSchema>

/** What is left out stays as it is; a name is not read, since it never changes. */
export const moduleEditSchema = z.object({
  description: descriptionSchema.optional(),
  active: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type ModuleEdit = z.infer<typeof moduleEditSchema>
