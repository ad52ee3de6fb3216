import { z } from 'zod'

/** The largest page is that of the school years on the page of the test moments. */
const pageSizeSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number)
  .pipe(z.int().max(1_000))

export const byPagingSchema = z.object({ paging: pageSizeSchema })

export const sortedSchema = <const Name extends string>(...names: Name[]) =>
  z.object({ sort: z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional() })

export const fromCursorSchema = z.object({ cursor: z.string().max(1_000).optional() })
