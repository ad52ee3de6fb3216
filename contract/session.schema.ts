import { z } from 'zod'
import { credentialsSchema, refreshTokenBodySchema, sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import type { SchemasOf } from './endpoint.schema.ts'
import type { invalidateToken, loginCheck, refreshToken } from './session.ts'

export const loginCheckSchemas = {
  body: credentialsSchema,
  reply: sessionTokensSchema,
} satisfies SchemasOf<typeof loginCheck>

export const refreshTokenSchemas = {
  body: refreshTokenBodySchema,
  reply: sessionTokensSchema,
} satisfies SchemasOf<typeof refreshToken>

export const invalidateTokenSchemas = {
  body: refreshTokenBodySchema,
  reply: z.string(),
} satisfies SchemasOf<typeof invalidateToken>
