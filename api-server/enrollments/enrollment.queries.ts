import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'

export type EnrollmentsOf = { testmoment_id: number } | { user_id: number } | { id: number }

interface EnrollmentsQuestion {
  of: EnrollmentsOf
  after: { created_at: string; id: number } | undefined
  limit: number
}

/**
 * Lists a page of enrollments, past ones too, with names. Sorted by time, for which an index of the moment exists, then by id,
 * since an import or automatic enrollment makes many at one instant. The page is cut before names are joined: otherwise
 * PostgreSQL scans all users first.
 */
export const listEnrollments = (kysely: Kysely, { of, after, limit }: EnrollmentsQuestion) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('enrollment')
        .select(['id', 'user_id', 'testmoment_id', 'module_id', 'created_at', 'has_record'])
        .where(({ and }) => and(of))
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
      'page.has_record',
      'module.name as module_name',
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.student_number',
      ...whenAndWhereColumns,
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
    ])
    .orderBy('page.created_at')
    .orderBy('page.id')
    .execute()

export type EnrollmentLine = Awaited<ReturnType<typeof listEnrollments>>[number]

export const findEnrollment = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('id', '=', id)
    .executeTakeFirst()
