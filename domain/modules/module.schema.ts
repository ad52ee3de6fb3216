import { z } from 'zod'
import { idSchema, linkSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** `name` is the short code by which the school knows the module; it never changes after creation. */
export const moduleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  version: versionSchema,
})
export type Module = z.infer<typeof moduleSchema>

/** As it stands in the list of modules. */
export const listedModuleSchema = moduleSchema.extend({ _links: z.object({ edit: linkSchema.optional() }) })
export type ListedModule = z.infer<typeof listedModuleSchema>
