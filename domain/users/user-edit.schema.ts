import { z } from 'zod'
import { versionSchema } from '#domain/entities/entity.schema.ts'
import { roleSchema } from './user.schema.ts'

/** The limits only bound what is read: what a name must be like is said by `nameRefusal`, which a schema's refusal (400) would hide. */
const nameSchema = z.string().max(1_000)

/** What is left out stays as it is. Of `roles` the first is set; it and `activated` are read from administrators only. */
export const userEditSchema = z.object({
  first_name: nameSchema,
  last_name: nameSchema,
  roles: z.array(roleSchema).max(2).optional(),
  activated: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type UserEdit = z.infer<typeof userEditSchema>
