import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/entity.schema.ts'
import { readAddress } from './account.rules.ts'

// The limits only bound the size: the rules say in Dutch what is wrong, which a schema's refusal (400) would hide.

/** Address, also as mail programs copy it, with a name before it. */
export const addressSchema = exactTextSchema(1_000).overwrite(readAddress)
/** Password as typed, in all forms: the longest allowed one takes 512 units here. */
export const passwordSchema = exactTextSchema(1_000)
const keySchema = exactTextSchema(1_000).min(1)

export const registrationSchema = z.object({
  username: addressSchema,
  password: passwordSchema,
  password_repeat: passwordSchema,
})
export type Registration = z.infer<typeof registrationSchema>

export const activationSchema = z.object({
  validation_key: keySchema,
  /** replaces the password chosen at registration; requested if that one does not count */
  password: passwordSchema.optional(),
})
export type Activation = z.infer<typeof activationSchema>

export const passwordResetSchema = z.object({ username: addressSchema })
export type PasswordReset = z.infer<typeof passwordResetSchema>

export const resetKeySchema = z.object({ reset_key: keySchema })

export const passwordChangeSchema = z.object({
  reset_key: keySchema,
  password: passwordSchema,
  password_repeat: passwordSchema,
})
export type PasswordChange = z.infer<typeof passwordChangeSchema>
