import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export interface Week {
  /** what it is called in the answer */
  name: string
  /** ISO instants; `until` is no longer in it */
  from: string
  until: string
}

/** How many of a school year's enrolments were made in each of these weeks, under the weeks' names. */
export const countEnrollmentsByWeek = (
  kysely: Kysely<Tables>,
  { schoolyearId, weeks }: { schoolyearId: number; weeks: readonly Week[] },
) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .where('testmoment.schoolyear_id', '=', schoolyearId)
    .where('enrollment.created_at', '>=', weeks[0]?.from ?? '')
    .select(({ fn, and, eb }) =>
      weeks.map(({ name, from, until }) =>
        fn
          .countAll<number>()
          .filterWhere(and([eb('enrollment.created_at', '>=', from), eb('enrollment.created_at', '<', until)]))
          .as(name),
      ),
    )
    .executeTakeFirstOrThrow()
