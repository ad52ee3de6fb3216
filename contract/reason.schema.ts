import { z } from 'zod'
import { consequencesSchema } from '#domain/entities/consequence.schema.ts'
import { differenceSchema } from '#domain/entities/entity.schema.ts'
import { heldElsewhereSchema } from './enrollment.schema.ts'
import type { ReasonCode } from './reason.ts'

/** What some reasons tell besides. */
const details: Partial<Record<ReasonCode, z.ZodRawShape>> = {
  'version-stale': { entity: z.unknown().optional(), differences: z.array(differenceSchema).optional() },
  'confirmation-needed': { consequences: consequencesSchema.optional(), confirmation: z.string().optional() },
  'import-line-too-long': { line: z.int().min(1).optional() },
  'import-quote-open': { line: z.int().min(1).optional() },
  'import-changed': { preview: z.unknown().optional() },
  'existing-enrollment': { held: heldElsewhereSchema.optional() },
  'enrollments-doubled': { students_doubled: z.int().min(1).optional() },
}

/** What an operation answers when it refuses: one of the reasons it lists. */
export const errorReplySchema = (reasons: readonly ReasonCode[]) =>
  z.object({
    reason: z.enum(reasons),
    message: z.string(),
    ...Object.assign({}, ...reasons.map((reason) => details[reason])),
  })
