import { z } from 'zod'
import { resultValueSchema } from '#domain/results/result.schema.ts'
import { judgedLineSchema } from './import.schema.ts'

/** One line of a list of results, matched to who is enrolled. */
export const resultVerdictSchema = z.enum([
  'new',
  'changed',
  'corrected',
  'same',
  'empty',
  'no-result',
  'summary-row',
  'sign-dropped',
  'cell-error',
  'repeated',
  'contradicted',
  'shifted',
  'student-missing',
  'student-unknown',
  'student-ambiguous',
  'two-people',
  'zeros-lost',
  'name-differs',
  'not-enrolled',
  'module-missing',
  'module-unknown',
  'grade-unreadable',
  'grade-out-of-range',
  'grade-too-precise',
])
export type ResultVerdict = z.infer<typeof resultVerdictSchema>

export const resultLineSchema = judgedLineSchema(resultVerdictSchema).extend({
  /** by which the list knows the student, as it stands there */
  student: z.string(),
  /** who that is */
  name: z.string().nullable(),
  module: z.string(),
  /** as it stands there */
  typed: z.string(),
  value: resultValueSchema.nullable(),
  /** what stands there now, where that would change */
  before: resultValueSchema.nullable(),
})
export type ResultLine = z.infer<typeof resultLineSchema>
