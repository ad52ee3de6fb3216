import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** A student's enrollments in some modules, of any school year, with what tells whether each is current. */
export const listEnrollmentsInModules = (
  kysely: Kysely<Tables>,
  { userId, moduleIds }: { userId: number; moduleIds: readonly number[] },
) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.id', 'enrollment.testmoment_id', 'testmoment.date', 'testmoment.duration'])
    .where('enrollment.user_id', '=', userId)
    .where('enrollment.module_id', 'in', moduleIds)
    .execute()
