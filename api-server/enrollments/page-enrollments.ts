import { z } from 'zod'
import { type EnrollmentLine, type EnrollmentsOf, listEnrollments } from '#api-server/enrollments/enrollment.queries.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import type { Database } from '#database/engine/open-database.ts'
import { idSchema, instantSchema } from '#domain/entities/entity.schema.ts'

const placeSchema = z.tuple([instantSchema, idSchema])

export interface EnrollmentsPage {
  of: EnrollmentsOf
  size: number
  cursor: string | undefined
}

/** A page of enrollments in the order in which they were made, and where the next begins. Throws `request-malformed`. */
export async function pageEnrollments(
  { kysely }: Database,
  { of, size, cursor }: EnrollmentsPage,
): Promise<{ lines: EnrollmentLine[]; next: string | undefined }> {
  const [created_at, id] = readCursor(cursor, placeSchema) ?? []
  const after = created_at === undefined || id === undefined ? undefined : { created_at, id }
  const { shown, last } = pageOf(await listEnrollments(kysely, { of, after, limit: size + 1 }), size)
  return { lines: shown, next: last && writeCursor([last.created_at, last.id]) }
}
