import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * The ids of the moments of which a planned opening or closing has come; `at` is an ISO instant. In no order: asked for
 * one, SQLite walks through the table instead of the two indexes.
 */
export async function listDueTestmoments(kysely: Kysely<Tables>, at: string): Promise<number[]> {
  const rows = await kysely
    .selectFrom('testmoment')
    .select('id')
    .where((either) => either.or([either('enrollments_open_at', '<=', at), either('enrollments_close_at', '<=', at)]))
    .execute()
  return rows.map(({ id }) => id)
}
