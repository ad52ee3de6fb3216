import { z } from 'zod'
import { idSchema, type Link, linkSchema } from '#domain/entities/entity.schema.ts'
import { exactTextSchema } from '#domain/entities/text.schema.ts'

const examples = new WeakMap<z.core.$ZodType, unknown>()

/** Gives a schema the example by which the OpenAPI document explains it. One small school, in which all of them play. */
export function shown<Schema extends z.ZodType>(schema: Schema, example: z.output<Schema>): Schema {
  examples.set(schema, example)
  return schema
}

/**
 * Example of a schema for the documentation: its own, or one made of the examples of its parts. So an entity is written
 * out once, and neither a list of it nor a number beside it has to be. Optional fields are left out. Throws where a
 * text has no example.
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

/** An id where text is all there is, in a path or a query: decimal digits only, so '1e3', ' 7' and '' are refused. */
export const idTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idSchema)

/** The params of a path with `:id` in it. */
export const byIdSchema = z.object({ id: idTextSchema })

/**
 * Some entities by their ids: all that is read of them. Far more modules than any school has; the limit keeps a
 * statement's parameters within bounds.
 */
export const idListSchema = shown(z.object({ entities: z.array(z.object({ id: idSchema })).max(1_000) }), {
  entities: [{ id: 3 }],
})

/** How a list goes on: `next` is there when more follows. */
export const pageSchema = z.object({ _links: z.object({ next: linkSchema.optional() }) })

/** A list as it travels. */
export const listReplySchema = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ entities: z.array(entity), ...pageSchema.shape })

/** Answer to a creation or an edit. */
export const entityReplySchema = <Entity extends z.ZodType>(entity: Entity) => z.object({ entity })

/** The largest page is that of the school years on the page of the test moments. */
const pageSizeSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number)
  .pipe(z.int().max(1_000))

/** The params of a paged list: how many rows a page has. */
export const byPagingSchema = z.object({ paging: pageSizeSchema })

/** In what order a list comes: by a field, or by it from behind. Without it in the list's own. */
export const sortedSchema = <const Name extends string>(...names: Name[]) =>
  z.object({ sort: z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional() })

/** Where a page begins: opaque, from the previous page's `_links.next`. */
export const fromCursorSchema = z.object({ cursor: exactTextSchema(1_000).optional() })

/** A reply that is a file of this media type; the OpenAPI document says so in the same words. `example` is how it begins. */
export const fileSchema = (mediaType: string, example: string) =>
  shown(z.string().meta({ format: 'binary', contentMediaType: mediaType }), example)

/**
 * The query of a call that may ask first: the `confirmation` that the refusal `confirmation-needed` gave, or `ASK_FIRST`.
 * Without it only what takes something from students is asked about.
 */
export const confirmedSchema = z.object({ confirmed: exactTextSchema(300).optional() })
