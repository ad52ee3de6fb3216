import { z } from 'zod'
import type { Operation } from './operations.ts'

/** The part of JSON Schema that says where a text may stand. */
const describedSchema = z.object({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
  const: z.unknown().optional(),
  examples: z.tuple([z.unknown()]).rest(z.unknown()).optional(),
})

interface SpoiltRequest {
  path: string
  body: unknown
}

/** Requests to an operation in each of which one text of its path, its query or its body is `text`. */
export function spoiltRequests({ path, parameters, requestBody }: Operation, text: string): SpoiltRequest[] {
  // Half a character cannot be said in a URL: it comes in as a sign that says so.
  const part = text.isWellFormed() ? encodeURIComponent(text) : undefined
  const inUrl = (place: string) => (part === undefined ? [] : parameters.filter((one) => one.in === place))
  const filled = path.replace(/\{\w+\}/g, '1')
  const described = requestBody?.content['application/json']?.schema
  const example = describedSchema.safeParse(described).data?.examples?.[0]
  return [
    ...inUrl('path').map(({ name }) => ({
      path: path.replace(`{${name}}`, part ?? '').replace(/\{\w+\}/g, '1'),
      body: example,
    })),
    ...inUrl('query').map(({ name }) => ({ path: `${filled}?${name}=${part}`, body: example })),
    ...(described === undefined ? [] : spoiltBodies(described, example, text).map((body) => ({ path: filled, body }))),
  ]
}

/** `value` with `text` in place of one of the texts that the schema lets it have, for each of them. */
function spoiltBodies(described: unknown, value: unknown, text: string): unknown[] {
  const schema = describedSchema.parse(described)
  const chosen = [...schema.anyOf, ...schema.oneOf, ...schema.allOf]
  if (chosen.length > 0) return chosen.flatMap((one) => spoiltBodies(one, value, text))
  if (schema.type === 'string' && schema.const === undefined) return [text]
  if (schema.type === 'array') {
    const [first] = Array.isArray(value) ? value : []
    return spoiltBodies(schema.items, first, text).map((item) => [item])
  }
  const constants = Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, property]) => {
      const { const: constant } = describedSchema.parse(property)
      return constant === undefined ? [] : [[name, constant]]
    }),
  )
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    spoiltBodies(property, Object(value)[name], text).map((spoilt) => ({
      ...Object(value),
      ...constants,
      [name]: spoilt,
    })),
  )
}
