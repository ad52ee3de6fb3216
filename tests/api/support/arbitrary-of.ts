import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema that the API uses to describe its input. */
const jsonSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  allOf: z.array(z.object({ pattern: z.string().optional() })).default([]),
})

/** Any text, including characters that trip databases, terminals and regular expressions. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', '\u202e', "' or 1=1 --", '%', '_', '\\', '1e3', 'é'.repeat(300)),
)

/** Existing ids for a field or parameter of this name. Read each time, since the school may be created again. */
export type IdsFor = (name: string) => readonly number[]

/** Arbitrary values for the field `name`, shaped after its schema and mostly valid. */
export function arbitraryOf(described: unknown, name: string, idsFor: IdsFor): fc.Arbitrary<unknown> {
  const schema = jsonSchema.parse(described)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, name, idsFor)))
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      const model = Object.fromEntries(
        properties.map(([key, value]) => [key, arbitraryOf(value, key === 'id' ? name : key, idsFor)]),
      )
      return fc.record(model, { requiredKeys: schema.required.filter((key) => key in model) })
    }
    case 'array':
      return fc.array(arbitraryOf(schema.items, name, idsFor), { maxLength: 4 })
    case 'integer':
      return fc.oneof(
        { weight: 12, arbitrary: oneOf(name, idsFor) },
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
        fc.integer(),
      )
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.oneof({ weight: 12, arbitrary: textOf(schema, name, idsFor) }, anyText)
    default:
      return fc.jsonValue()
  }
}

function textOf(schema: z.infer<typeof jsonSchema>, name: string, idsFor: IdsFor): fc.Arbitrary<string> {
  const patterns = [schema, ...schema.allOf].flatMap(({ pattern }) =>
    pattern === undefined ? [] : new RegExp(pattern),
  )
  const [first] = patterns
  if (!first) return fc.oneof(plausibleText, anyText)
  const kinds = [
    { such: '7', arbitrary: oneOf(name, idsFor).map(String) },
    { such: '2026-03-20', arbitrary: instants.map((instant) => instant.slice(0, 10)) },
    { such: '2026-03-20T09:00:00.000Z', arbitrary: instants },
  ]
  const fitting = kinds.filter(({ such }) => patterns.every((pattern) => pattern.test(such)))
  return fc.oneof(...fitting.map(({ arbitrary }) => ({ weight: 8, arbitrary })), fc.stringMatching(first))
}

const plausibleText = fc.constantFrom(
  'Noor',
  '2026-2027',
  'ALG2',
  '2026-2-20',
  'noor@school.test',
  'krijtbord-passer-9',
)

/** This spring, or anywhere from the year 0000 to 9999, which is what ISO 8601 writes in four digits. */
const instants = fc
  .oneof(daysBetween('2026-03-01', '2026-06-01'), daysBetween('0000-01-01', '9999-12-31'))
  .map((date) => date.toISOString())

function daysBetween(first: string, last: string): fc.Arbitrary<Date> {
  return fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
}

const oneOf = (name: string, idsFor: IdsFor) =>
  fc.nat().map((n) => {
    const ids = idsFor(name)
    return ids[n % ids.length] ?? 1
  })
