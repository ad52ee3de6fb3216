import { z } from 'zod'
import { idSchema, instantSchema, linkSchema, schoolNameSchema } from '#domain/entities/entity.schema.ts'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import { connectionScopes } from './connection.rules.ts'

export const connectionScopeSchema = z.enum(connectionScopes)

/** System of the school that may read or send here, until a teacher revokes it. Its secret is shown once, when it is made. */
export const connectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  client_id: z.string(),
  scopes: z.array(connectionScopeSchema),
  /** how it proves itself for a token: with a secret, or with a private key that never leaves it */
  proof: z.enum(['secret', 'key']),
  /** whether results that it sends are published at once; otherwise a teacher publishes them */
  publishes: z.boolean(),
  created_at: instantSchema,
  /** to the minute; null before its first token */
  last_used_at: instantSchema.nullable(),
  revoked_at: instantSchema.nullable(),
  _links: z.object({ revoke: linkSchema.optional() }),
})
export type Connection = z.infer<typeof connectionSchema>

/**
 * `public_key`: its public key as JWK or PEM, instead of a secret. `publishes` means something only with the scope
 * `results.write`.
 */
export const connectionCreationSchema = z.object({
  name: schoolNameSchema,
  scopes: z.array(connectionScopeSchema).max(connectionScopes.length),
  public_key: exactTextSchema(10_000).optional(),
  publishes: z.boolean().optional(),
})
export type ConnectionCreation = z.infer<typeof connectionCreationSchema>
