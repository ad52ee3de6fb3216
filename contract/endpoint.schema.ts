import { z } from 'zod'
import { exactTextSchema, idSchema, type Link, linkSchema } from '#domain/entities/entity.schema.ts'

const examples = new WeakMap<z.core.$ZodType, unknown>()

/** Gives a schema its example in the OpenAPI document. All examples are about one small school. */
export function shown<Schema extends z.ZodType>(schema: Schema, example: z.output<Schema>): Schema {
  examples.set(schema, example)
  return schema
}

/**
 * Example of a schema for the documentation: its own, or one composed of the examples of its parts. So an entity is written out
 * only once, not for lists of it or fields beside it. Optional fields are left out. Throws if a text has no example.
 */
export function exampleOf(schema: z.core.$ZodType): unknown {
  if (examples.has(schema)) return examples.get(schema)
  if (schema instanceof z.ZodObject) {
    const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape)
    const required = fields.filter(([, field]) => !(field instanceof z.ZodOptional))
    return Object.fromEntries(required.map(([name, field]) => [name, exampleOf(field)]))
  }
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)]
  if (schema instanceof z.ZodNullable) return exampleOf(schema.unwrap())
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 1
  throw new Error('a schema of a text has no example: give it one by shown()')
}

export const exampleLink = (method: Link['method'], path: string): Link => ({ method, href: `/api/v1${path}` })

/** An id as text, in a path or query: decimal digits only, so '1e3', ' 7' and '' are refused. */
export const idTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idSchema)

/** Only the ids are read. The limit, far above any school's modules, keeps a statement's parameters within bounds. */
export const idListSchema = shown(z.object({ entities: z.array(z.object({ id: idSchema })).max(1_000) }), {
  entities: [{ id: 3 }],
})

/** Links of a page: `next` exists if there is another page. */
export const pageSchema = z.object({ _links: z.object({ next: linkSchema.optional() }) })

export const listReplySchema = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ entities: z.array(entity), ...pageSchema.shape })

export const entityReplySchema = <Entity extends z.ZodType>(entity: Entity) => z.object({ entity })

/** Rows per page; the largest page in use is that of the school years on the screen of the test moments. */
export const pageSizeSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number)
  .pipe(z.int().max(1_000))

/** Query for the order of a list: by a field, or by `-field` for descending. Without it, the list's own order. */
export const sortedSchema = <const Name extends string>(...names: Name[]) =>
  z.object({ sort: z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional() })

/** Start of a page: an opaque text from the previous page's `_links.next`. */
export const fromCursorSchema = z.object({ cursor: exactTextSchema(1_000).optional() })

/** A reply that is a file of this media type, as in the OpenAPI document. `example` is the beginning of a file. */
export const fileSchema = (mediaType: string, example: string) =>
  shown(z.string().meta({ format: 'binary', contentMediaType: mediaType }), example)

/**
 * Query of a call that may need a confirmation: the `confirmation` from the refusal `confirmation-needed`, or `ASK_FIRST`.
 * Without it, the call asks only before it takes something from students.
 */
export const confirmedSchema = z.object({ confirmed: exactTextSchema(300).optional() })
