import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Of all times, past ones too. */
export async function countUserEnrollments(kysely: Kysely<Tables>, userId: number): Promise<number> {
  const { count } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
