import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { resultValueSchema } from '#domain/results/result.schema.ts'
import { personSchema } from '#domain/users/user.schema.ts'

/**
 * Why a published result did not reach the source. At the source, `person-…` counts people with the number, `test-…` tests
 * of this module on this day. `withdrawn`: after it was sent; the standard has no way to say so.
 */
export const sendingRefusalSchema = z.enum([
  'number-missing',
  'person-none',
  'person-several',
  'test-none',
  'test-several',
  'conflict',
  'unprocessable',
  'denied',
  'gone',
  'refused',
  'withdrawn',
])
export type SendingRefusal = z.infer<typeof sendingRefusalSchema>

export const sendingStateSchema = z.enum(['waiting', 'sent', 'refused', 'settled'])
export type SendingState = z.infer<typeof sendingStateSchema>

export const refusedResultSchema = z.object({
  /** id of the enrollment */
  id: idSchema,
  user: personSchema,
  /** 'ALG1, vr 20 mrt 2026' */
  place: z.string(),
  /** result as the student sees it now; null once withdrawn */
  result: resultValueSchema.nullable(),
  reason: sendingRefusalSchema,
  may_resend: z.boolean(),
})
export type RefusedResult = z.infer<typeof refusedResultSchema>

/** Most results in one act: as many as the list shows at once. */
const MOST_RESULTS = 1_000

/** A teacher's act on results that did not reach the source: `settle` if they were entered there by hand. */
export const refusedActSchema = z.object({
  act: z.enum(['resend', 'settle']),
  enrollment_ids: z.array(idSchema).min(1).max(MOST_RESULTS),
})
export type RefusedAct = z.infer<typeof refusedActSchema>
