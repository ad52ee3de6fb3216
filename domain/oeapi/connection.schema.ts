import { z } from 'zod'
import {
  exactTextSchema,
  idSchema,
  instantSchema,
  linkSchema,
  schoolNameSchema,
} from '#domain/entities/entity.schema.ts'
import { connectionScopes } from './connection.rules.ts'
import { refusalKinds } from './refusal.rules.ts'

const refusalKindSchema = z.enum(refusalKinds)

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
  _links: z.object({
    revoke: linkSchema.optional(),
    edit: linkSchema.optional(),
    renew: linkSchema.optional(),
    try: linkSchema.optional(),
  }),
})
export type Connection = z.infer<typeof connectionSchema>

export const connectionRightsSchema = z.object({
  scopes: z.array(connectionScopeSchema).max(connectionScopes.length),
  publishes: z.boolean(),
})
export type ConnectionRights = z.infer<typeof connectionRightsSchema>

/** Counts of what a connection would get now, and its last refusals, the latest first. */
export const connectionTrialSchema = z.object({
  steps: z.array(
    z.object({
      /** path, such as '/persons' */
      asked: z.string(),
      /** null if it is answered */
      refused: refusalKindSchema.nullable(),
      /** items on the first page of ten; null if it is refused */
      found: z.int().min(0).nullable(),
    }),
  ),
  refusals: z.array(z.object({ at: instantSchema, asked: z.string(), kind: refusalKindSchema })),
})
export type ConnectionTrial = z.infer<typeof connectionTrialSchema>

/** `public_key`: JWK or PEM, instead of a secret. `publishes` means something only with the scope `results.write`. */
export const connectionCreationSchema = z.object({
  name: schoolNameSchema,
  scopes: z.array(connectionScopeSchema).max(connectionScopes.length),
  public_key: exactTextSchema(10_000).optional(),
  publishes: z.boolean().optional(),
})
export type ConnectionCreation = z.infer<typeof connectionCreationSchema>
