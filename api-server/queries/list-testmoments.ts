import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { testmomentColumns } from './find-testmoment.ts'

/** A page of a school year's moments: `limit` of them, from behind `after` on. */
interface TestmomentsQuestion<Place> {
  schoolyearId: number
  direction: 'asc' | 'desc'
  after: Place | undefined
  limit: number
}

/** By their first day; those of one day in the order in which they were made. */
export const listTestmoments = (
  kysely: Kysely<Tables>,
  { schoolyearId, direction, after, limit }: TestmomentsQuestion<{ date: string; id: number }>,
) =>
  kysely
    .selectFrom('testmoment')
    .select(testmomentColumns)
    .where('schoolyear_id', '=', schoolyearId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('date', 'id'), direction === 'asc' ? '>' : '<', tuple(after?.date ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy('date', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()

/**
 * By how many students were enrolled there until that instant (ISO): who enrolls while somebody pages on moves no moment
 * to a page that was shown already, or from one that was not.
 */
export const listTestmomentsByStudents = (
  kysely: Kysely<Tables>,
  {
    schoolyearId,
    direction,
    after,
    limit,
    until,
  }: TestmomentsQuestion<{ students: number; id: number }> & { until: string },
) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('testmoment')
        .select(testmomentColumns)
        .select((counted) =>
          counted
            .selectFrom('enrollment')
            .select(({ fn }) => fn.count<number>('user_id').distinct().as('students'))
            .whereRef('enrollment.testmoment_id', '=', 'testmoment.id')
            .where('enrollment.created_at', '<=', until)
            .$asScalar()
            .as('students'),
        )
        .where('schoolyear_id', '=', schoolyearId)
        .as('counted'),
    )
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('students', 'id'), direction === 'asc' ? '>' : '<', tuple(after?.students ?? 0, after?.id ?? 0)),
      ),
    )
    .orderBy('students', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
