import { z } from 'zod'
import { versionSchema } from '#domain/link/link.schema.ts'

/** The limits only bound what is read: what a name must be like is said by `nameRefusal`, which a schema's refusal (400) would hide. */
const nameSchema = z.string().max(1_000)

export const userEditSchema = z.object({
  first_name: nameSchema,
  last_name: nameSchema,
  version: versionSchema.optional(),
})
export type UserEdit = z.infer<typeof userEditSchema>
