import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * Of the students of a moment, the enrollments in the same modules at the other moments of its school year that begin on
 * `from` ('YYYY-MM-DD') or later.
 */
export const listEnrollmentsElsewhere = (
  kysely: Kysely<Tables>,
  { testmomentId, from }: { testmomentId: number; from: string },
) =>
  kysely
    .selectFrom('enrollment as here')
    .innerJoin('testmoment', 'testmoment.id', 'here.testmoment_id')
    .innerJoin('enrollment as there', (join) =>
      join
        .onRef('there.user_id', '=', 'here.user_id')
        .onRef('there.module_id', '=', 'here.module_id')
        .onRef('there.testmoment_id', '<>', 'here.testmoment_id'),
    )
    .innerJoin('testmoment as other', (join) =>
      join.onRef('other.id', '=', 'there.testmoment_id').onRef('other.schoolyear_id', '=', 'testmoment.schoolyear_id'),
    )
    .select(['here.user_id', 'other.date', 'other.duration'])
    .where('here.testmoment_id', '=', testmomentId)
    .where('other.date', '>=', from)
    .execute()
