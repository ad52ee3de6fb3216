import { z } from 'zod'

// Patches that /oeapi/v6 accepts. Strict: a field that we don't know is refused, so that nobody believes that it arrived.

/** Members of the standard that are left out, whatever they are; the answer names them. */
const leftOut = z.unknown().optional()

const sentResultSchema = z.strictObject({
  state: z.literal('completed').nullish(),
  /** unknown: the school decides */
  pass: z.enum(['passed', 'failed', 'unknown']).nullish(),
  score: z.string().max(20).nullish(),
  /** false: students must not see it yet, whatever the connection may do */
  final: z.boolean().nullish(),
  weight: z.literal(100).nullish(),
  /** in whatever notation: ours is when it is published */
  resultDateTime: leftOut,
  rawScore: leftOut,
  maxRawScore: leftOut,
  comment: leftOut,
  assessorId: leftOut,
  assessor: leftOut,
  documents: leftOut,
  consumer: leftOut,
  ext: leftOut,
})
export type SentResult = z.infer<typeof sentResultSchema>

/** JSON merge patch (RFC 7396) of an association or attempt; `attendance` is our extension. */
export const patchSchema = z.strictObject({
  result: sentResultSchema.nullable().optional(),
  attendance: z.enum(['present', 'absent']).optional(),
  remoteState: z.null().optional(),
  documents: leftOut,
  consumer: leftOut,
  ext: leftOut,
})

const LEFT_OUT = [
  'rawScore',
  'maxRawScore',
  'comment',
  'assessorId',
  'assessor',
  'documents',
  'consumer',
  'ext',
] as const

/** Members with a value that are left out, as 'result.comment'. */
export function leftOutIn({ result, ...rest }: z.infer<typeof patchSchema>): string[] {
  const named = (members: object, before: string) =>
    LEFT_OUT.filter((name) => (Object.entries(members).find(([key]) => key === name)?.[1] ?? null) !== null).map(
      (name) => before + name,
    )
  return [...named(result ?? {}, 'result.'), ...named(rest, '')]
}
