import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations.ts'
import { exactJsonSchema, exactTextSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { isText, trimText } from '#domain/entities/text.rules.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(' ', '\u00a0', '\u200b', '\u200f', '\ufeff', '\u00ad', '\u202a', '\0', 'é', '😀'),
  }),
)

test.for([
  ['\ufeffNoor\u00a0', 'Noor'],
  ['\u200b\u200e noor@school.test\u200f\t', 'noor@school.test'],
  ['\u00adBos\u2060', 'Bos'],
  ['\u202aNoor\u202c', 'Noor'],
  ['\u2068Noor\u2069\r\n', 'Noor'],
  ['علی\u200cرضا\u200c', 'علی\u200cرضا'],
  ['👩\u200d🎓', '👩\u200d🎓'],
  [' \u200b ', ''],
])('%j without what nobody sees at its edges is %j', ([text = '', trimmed]) => {
  expect(trimText(text)).toBe(trimmed)
})

test('trimming again changes nothing, takes only from the edges, and keeps what is no text from becoming one', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const trimmed = trimText(text)
      expect(trimText(trimmed)).toBe(trimmed)
      expect(text).toContain(trimmed)
      expect(isText(trimmed)).toBe(isText(text))
      expect(textSchema(1_000).safeParse(text).data).toBe(isText(text) ? trimmed : undefined)
      expect(exactTextSchema(1_000).safeParse(text).success).toBe(isText(text))
      expect(exactJsonSchema.safeParse({ id: [{ [text]: 1 }, text] }).success).toBe(isText(text))
    }),
  )
})

/** Texts that are no text, before and behind what a format might ask for. */
const noTexts = fc
  .tuple(
    fc.oneof(
      fc.string(),
      fc.constantFrom('1', '09:00', '2026-03-10', '2026-03-10T09:00:00.000Z', '/api/v1/', 'A'.repeat(43)),
    ),
    fc.constantFrom('\0', '\ud800', '\udc00'),
    fc.string(),
  )
  .chain(([before, sign, after]) => fc.constantFrom(before + sign + after, sign + before, before + sign))

test('every text that a call takes is refused where it holds NUL or half a character', () => {
  const leaves: string[] = []
  for (const { name, call } of operations)
    for (const part of ['body', 'querystring', 'params'] as const)
      for (const [path, leaf] of leavesOf(call[part], `${name}.${part}`)) {
        leaves.push(path)
        fc.assert(
          fc.property(noTexts, (text) => {
            expect(leaf.safeParse(text).success, path).toBe(false)
          }),
          { numRuns: 30 },
        )
      }
  expect(leaves.length).toBeGreaterThan(150)
  expect(leaves).toContain('register.body.username')
})

/** All that may be a text in what a schema reads, by where it stands. */
function leavesOf(schema: unknown, path: string): [path: string, leaf: z.ZodType][] {
  if (schema === undefined) return []
  if (!(schema instanceof z.ZodType)) throw new Error(`${path} is no schema`)
  if (schema === exactJsonSchema) return [[path, z.preprocess((text) => ({ text }), schema)]]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`))
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(option, path))
  if (schema instanceof z.ZodPipe) return leavesOf(schema.in, path)
  if ('unwrap' in schema && typeof schema.unwrap === 'function') return leavesOf(schema.unwrap(), path)
  if (schema instanceof z.ZodRecord)
    return [...leavesOf(schema.keyType, `${path}{}`), ...leavesOf(schema.valueType, `${path}{}`)]
  if (['string', 'enum', 'literal'].includes(schema.type)) return [[path, schema]]
  if (['number', 'boolean', 'null'].includes(schema.type)) return []
  throw new Error(`${path} is ${schema.type}: a kind that this test does not know`)
}
