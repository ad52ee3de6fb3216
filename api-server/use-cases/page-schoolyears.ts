import { z } from 'zod'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { listSchoolyears } from '#api-server/queries/list-schoolyears.ts'
import type { Database } from '#database/engine/open-database.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'

/** No name holds a control character, and PostgreSQL takes one of them for a fault. */
const placeSchema = z.tuple([z.string().regex(/^\P{Cc}*$/u), idSchema])

/** One page, and where the next begins if there is one. Throws `request-malformed` on a cursor that is not ours. */
export async function pageSchoolyears(
  { kysely }: Database,
  { size, cursor, sort = '-name' }: { size: number; cursor: string | undefined; sort?: 'name' | '-name' | undefined },
) {
  const [name, id] = readCursor(cursor, placeSchema) ?? []
  const after = name === undefined || id === undefined ? undefined : { name, id }
  const { shown, last } = pageOf(
    await listSchoolyears(kysely, { limit: size + 1, after, direction: sort === 'name' ? 'asc' : 'desc' }),
    size,
  )
  return { schoolyears: shown, next: last && writeCursor([last.name, last.id]) }
}
