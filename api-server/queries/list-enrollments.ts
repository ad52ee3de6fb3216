import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Of which moment, or of whom. */
export type EnrollmentsOf = { testmoment_id: number } | { user_id: number }

interface EnrollmentsQuestion {
  of: EnrollmentsOf
  after: { created_at: string; id: number } | undefined
  limit: number
}

/**
 * A page of them in the order in which they were made, past ones too, with the names that people know them by. By time, in
 * which an index has those of a moment, and by id where an import or automatic enrollment made many at one instant. The
 * page is cut before its names are looked up: PostgreSQL would rather walk through all users first.
 */
export const listEnrollments = (kysely: Kysely<Tables>, { of, after, limit }: EnrollmentsQuestion) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('enrollment')
        .select(['id', 'user_id', 'testmoment_id', 'module_id', 'created_at'])
        .where(
          'testmoment_id' in of ? 'testmoment_id' : 'user_id',
          '=',
          'testmoment_id' in of ? of.testmoment_id : of.user_id,
        )
        .$if(after !== undefined, (all) =>
          all.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple(after?.created_at ?? '', after?.id ?? 0)),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .as('page'),
    )
    .innerJoin('user', 'user.id', 'page.user_id')
    .innerJoin('testmoment', 'testmoment.id', 'page.testmoment_id')
    .innerJoin('module', 'module.id', 'page.module_id')
    .select([
      'page.id',
      'page.user_id',
      'page.testmoment_id',
      'page.module_id',
      'page.created_at',
      'module.name as module_name',
      'user.username',
      'user.first_name',
      'user.last_name',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
    ])
    .orderBy('page.created_at')
    .orderBy('page.id')
    .execute()

export type EnrollmentLine = Awaited<ReturnType<typeof listEnrollments>>[number]
