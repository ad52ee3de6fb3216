import { z } from 'zod'
import { idSchema, linkSchema, versionSchema } from '#domain/link/link.schema.ts'

export const roleSchema = z.enum(['ROLE_STUDENT', 'ROLE_ADMIN'])
export type Role = z.infer<typeof roleSchema>

export const userLinksSchema = z.object({
  module_statuses: linkSchema.optional(),
  testmoments: linkSchema.optional(),
  education_department: linkSchema.optional(),
})

/** A person with an account. `username` is their e-mail address; the first of `roles` is the one shown and set. */
export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  roles: z.array(roleSchema),
  information_checked: z.boolean(),
  activated: z.boolean(),
  /** for administrators, while the account is not activated: the last part of its activation link */
  activation_key: z.string().optional(),
  version: versionSchema,
  _links: userLinksSchema,
})
export type User = z.infer<typeof userSchema>
