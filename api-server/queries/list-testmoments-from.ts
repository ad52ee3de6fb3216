import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The moments of a school year that begin on a day ('YYYY-MM-DD') or later, earliest first; all of them without one. */
export const listTestmomentsFrom = (
  kysely: Kysely<Tables>,
  { schoolyearId, from }: { schoolyearId: number; from: string | null },
) =>
  kysely
    .selectFrom('testmoment')
    .select(['id', 'date', 'duration', 'enrollments_enabled', 'enrollments_open_at', 'enrollments_close_at'])
    .where('schoolyear_id', '=', schoolyearId)
    .$if(from !== null, (query) => query.where('date', '>=', from ?? ''))
    .orderBy('date')
    .orderBy('id')
    .execute()
