import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** How many students take the module at one of these moments. */
export async function countStudentsInModule(
  kysely: Kysely<Tables>,
  { moduleId, testmomentIds }: { moduleId: number; testmomentIds: readonly number[] },
): Promise<number> {
  if (testmomentIds.length === 0) return 0
  const { students } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('students'))
    .where('module_id', '=', moduleId)
    .where('testmoment_id', 'in', testmomentIds)
    .executeTakeFirstOrThrow()
  return students
}
