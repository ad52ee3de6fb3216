import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** How many accounts have just these roles, and how many of them were made since an ISO instant. */
export const countAccountsByRoles = (kysely: Kysely<Tables>, since: string) =>
  kysely
    .selectFrom('user')
    .select(({ fn }) => [
      'roles',
      fn.countAll<number>().as('accounts'),
      fn.countAll<number>().filterWhere('created_at', '>=', since).as('new_accounts'),
    ])
    .groupBy('roles')
    .execute()

interface Week {
  /** what it is called in the answer */
  name: string
  /** ISO instants; `until` is no longer in it */
  from: string
  until: string
}

/**
 * How many of a school year's enrollments were made in each of these weeks, under the weeks' names. A question for each
 * week within the one: an index tells where a week begins and ends, and SQLite compares seventeen times as long when it
 * has to find each enrollment's week.
 */
export const countEnrollmentsInWeeks = (
  kysely: Kysely<Tables>,
  { schoolyearId, weeks }: { schoolyearId: number; weeks: readonly Week[] },
) =>
  kysely
    .selectNoFrom(({ selectFrom }) =>
      weeks.map(({ name, from, until }) =>
        selectFrom('enrollment')
          .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
          .select(({ fn }) => fn.countAll<number>().as('enrollments'))
          .where('testmoment.schoolyear_id', '=', schoolyearId)
          .where('enrollment.created_at', '>=', from)
          .where('enrollment.created_at', '<', until)
          .as(name),
      ),
    )
    .executeTakeFirstOrThrow()
