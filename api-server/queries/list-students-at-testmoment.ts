import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The ids of those who are enrolled there. */
export async function listStudentsAtTestmoment(kysely: Kysely<Tables>, testmomentId: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .distinct()
    .where('testmoment_id', '=', testmomentId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
