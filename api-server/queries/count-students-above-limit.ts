import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** How many students take more than `limit` modules at the moment. */
export async function countStudentsAboveLimit(
  kysely: Kysely<Tables>,
  { testmomentId, limit }: { testmomentId: number; limit: number },
): Promise<number> {
  const { students } = await kysely
    .selectFrom((query) =>
      query
        .selectFrom('enrollment')
        .select('user_id')
        .where('testmoment_id', '=', testmomentId)
        .groupBy('user_id')
        .having(({ fn }) => fn.countAll(), '>', limit)
        .as('above'),
    )
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .executeTakeFirstOrThrow()
  return students
}
