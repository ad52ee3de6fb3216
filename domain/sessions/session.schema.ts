import { z } from 'zod'
import { addressSchema, passwordSchema } from '#domain/accounts/account.schema.ts'
import { exactTextSchema, idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { loginMethodSchema } from '#domain/logins/login.schema.ts'

/** The limits only bound the size, as in account.schema.ts. */
export const credentialsSchema = z.object({
  username: addressSchema.min(1),
  password: passwordSchema.min(1),
})
export type Credentials = z.infer<typeof credentialsSchema>

export const refreshTokenBodySchema = z.object({ refresh_token: exactTextSchema(256).min(1) })

/** `token` is a JWT of 15 minutes whose `iat` is the server's clock; `refresh_token` is opaque and rotates. */
export const sessionTokensSchema = z.object({ token: z.string(), refresh_token: z.string() })
export type SessionTokens = z.infer<typeof sessionTokensSchema>

/** Session of a user that is still valid. `device` is for people: 'Chrome op Android'; `current` is the caller's own. */
export const userSessionSchema = z.object({
  id: idSchema,
  device: z.string(),
  method: loginMethodSchema,
  created_at: instantSchema,
  last_used_at: instantSchema,
  current: z.boolean(),
  _links: z.object({ delete: linkSchema.optional() }),
})
export type UserSession = z.infer<typeof userSessionSchema>
