import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { resultValueSchema } from '#domain/results/result.schema.ts'

/**
 * Why a published result did not reach the source, and stays with a teacher:
 * - `number-missing`: the account has no student number
 * - `person-none`, `person-several`: nobody there has the number, or several people have it
 * - `test-none`, `test-several`: the person has no test there of this module on this day, or several
 * - `conflict`, `unprocessable`, `denied`, `gone`: it answered 409, 422, 403, or 404 and 410
 * - `refused`: it answered something else that another try does not change
 * - `withdrawn`: it was withdrawn here after it was sent, which the standard has no word for
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

/** `waiting`: to be sent; `sent`: the source has it; `refused`: stays with a teacher; `settled`: a teacher did it there. */
export const sendingStateSchema = z.enum(['waiting', 'sent', 'refused', 'settled'])
export type SendingState = z.infer<typeof sendingStateSchema>

/** Result that did not arrive. */
export const refusedResultSchema = z.object({
  /** id of the enrollment */
  id: idSchema,
  user: z.object({
    id: idSchema,
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    student_number: z.string().nullable(),
  }),
  /** 'ALG1, vr 20 mrt 2026' */
  place: z.string(),
  /** the one that the student sees now; null once withdrawn */
  result: resultValueSchema.nullable(),
  reason: sendingRefusalSchema,
  /** whether sending it again may help */
  may_resend: z.boolean(),
})
export type RefusedResult = z.infer<typeof refusedResultSchema>

/** Most results of one act, those that a list shows at once. */
const MOST = 1_000

/** A teacher's act on results that did not arrive: `settle` if they were entered there by hand. */
export const refusedActSchema = z.object({
  act: z.enum(['resend', 'settle']),
  enrollment_ids: z.array(idSchema).min(1).max(MOST),
})
export type RefusedAct = z.infer<typeof refusedActSchema>
