import { z } from 'zod'

// Patches that /oeapi/v6 accepts. Strict: fields that we would not store are refused, so that nobody believes they arrived.

const instant = z.iso.datetime({ offset: true })

/** Points are read and not kept; the answer says so. */
const points = z.int().nullish()

const nothing = z.null().optional()

const sentResultSchema = z.strictObject({
  state: z.literal('completed').optional(),
  pass: z.enum(['passed', 'failed']).nullish(),
  score: z.string().max(20).nullish(),
  /** false: students must not see it yet, whatever the connection may do */
  final: z.boolean().nullish(),
  weight: z.literal(100).optional(),
  resultDateTime: instant.optional(),
  rawScore: points,
  maxRawScore: points,
  comment: nothing,
  assessorId: nothing,
  assessor: nothing,
  documents: nothing,
  consumer: nothing,
  ext: nothing,
})
export type SentResult = z.infer<typeof sentResultSchema>

/** JSON merge patch (RFC 7396) of an association or attempt; `attendance` is our extension. */
export const patchSchema = z.strictObject({
  result: sentResultSchema.nullable().optional(),
  attendance: z.enum(['present', 'absent']).optional(),
})
