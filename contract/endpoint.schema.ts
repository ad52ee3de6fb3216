import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from './endpoint.ts'

type Named<Name extends string, Shape> = Shape extends object ? Record<Name, z.ZodType<Shape>> : unknown

/** What an endpoint's schemas have to be, so that a schema and the type that the client sees cannot drift apart. */
export type SchemasOf<E extends Endpoint> = { reply: z.ZodType<ReplyOf<E>> } & Named<'params', ParamsOf<E>> &
  Named<'querystring', QueryOf<E>> &
  Named<'body', BodyOf<E>>

/** An id where text is all there is, in a path or a query: decimal digits only, so '1e3', ' 7' and '' are refused. */
export const idTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idSchema)

export const byIdSchema = z.object({ id: idTextSchema })

/** Far more modules than any school has; the limit keeps a statement's parameters within bounds. */
export const idListSchema = z.object({ entities: z.array(z.object({ id: idSchema })).max(1_000) })
