import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Per moment how many students are enrolled there, and with how many enrollments; no row where nobody is. */
export const countEnrollments = async (kysely: Kysely<Tables>, testmomentIds: readonly number[]) =>
  testmomentIds.length === 0
    ? []
    : kysely
        .selectFrom('enrollment')
        .select(({ fn }) => [
          'testmoment_id',
          fn.count<number>('user_id').distinct().as('students'),
          fn.countAll<number>().as('tests'),
        ])
        .where('testmoment_id', 'in', testmomentIds)
        .groupBy('testmoment_id')
        .execute()
