import { z } from 'zod'
import {
  activationSchema,
  passwordChangeSchema,
  passwordResetSchema,
  registrationSchema,
  resetKeySchema,
} from '#domain/accounts/account.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import type {
  AccountReply,
  ActivationRefusal,
  ActivationReply,
  changePassword,
  checkResetKey,
  PasswordRefusal,
  RegistrationRefusal,
  ResetKeyRefusal,
  register,
  requestPasswordReset,
  resendValidationMail,
  UsableKeyReply,
  verifyUser,
} from './account.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema } from './list.schema.ts'

const accountReplySchema: z.ZodType<AccountReply> = z.object({ username: z.string() })

const activationReplySchema: z.ZodType<ActivationReply> = z.object({
  username: z.string(),
  reset_key: z.string().optional(),
})

export const registerSchemas = {
  body: registrationSchema,
  reply: accountReplySchema,
} satisfies SchemasOf<typeof register>

export const verifyUserSchemas = {
  body: activationSchema,
  reply: activationReplySchema,
} satisfies SchemasOf<typeof verifyUser>

export const requestPasswordResetSchemas = {
  body: passwordResetSchema,
  reply: accountReplySchema,
} satisfies SchemasOf<typeof requestPasswordReset>

export const changePasswordSchemas = {
  body: passwordChangeSchema,
  reply: accountReplySchema,
} satisfies SchemasOf<typeof changePassword>

const usableKeyReplySchema: z.ZodType<UsableKeyReply> = z.object({ usable: z.literal(true) })

export const checkResetKeySchemas = {
  body: resetKeySchema,
  reply: usableKeyReplySchema,
} satisfies SchemasOf<typeof checkResetKey>

export const resendValidationMailSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(userSchema),
} satisfies SchemasOf<typeof resendValidationMail>

const message = { message: z.string() }

export const registrationRefusalSchema: z.ZodType<RegistrationRefusal> = z.object({
  ...message,
  reason: z.array(z.string()),
})
export const activationRefusalSchema: z.ZodType<ActivationRefusal> = z.object({
  ...message,
  reason: z.string(),
})
export const passwordRefusalSchema: z.ZodType<PasswordRefusal> = z.object({
  ...message,
  reason: z.object({ errors: z.array(z.string()) }),
})
export const resetKeyRefusalSchema: z.ZodType<ResetKeyRefusal> = z.object({
  ...message,
  reason: z.enum(['expired', 'unknown']),
})
