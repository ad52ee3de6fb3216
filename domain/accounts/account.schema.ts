import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import { readAddress } from './account.rules.ts'

/**
 * The calls of visitors. The limits only bound what is read: what is wrong with a username or password is said in Dutch
 * sentences by the password rules, which a schema's refusal (400) would hide.
 */
/** Also as mail programs copy it, with a name before it. */
export const addressSchema = exactTextSchema(1_000).overwrite(readAddress)
/** A password as typed, at every place that asks for one: the longest that may be set takes 512 units here. */
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
  /** takes the place of the one that was chosen with the registration; asked for where that one does not count */
  password: passwordSchema.optional(),
})
export type Activation = z.infer<typeof activationSchema>

export const passwordResetSchema = z.object({ username: addressSchema })
export type PasswordReset = z.infer<typeof passwordResetSchema>

export const resetKeySchema = z.object({ reset_key: keySchema })
export type ResetKey = z.infer<typeof resetKeySchema>

export const passwordChangeSchema = z.object({
  reset_key: keySchema,
  password: passwordSchema,
  password_repeat: passwordSchema,
})
export type PasswordChange = z.infer<typeof passwordChangeSchema>
