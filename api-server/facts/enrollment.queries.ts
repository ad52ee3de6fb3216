import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Tables } from '#database/tables.ts'

/** Selects enrollments with all facts about their moments that the rules need; callers add conditions. */
export const selectEnrollments = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'enrollment.created_at',
      'enrollment.has_record',
      'enrollment.calendar_id',
      'enrollment.calendar_sequence',
      ...whenAndWhereColumns,
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'schoolyear.active as schoolyear_active',
    ])

/** Lists students' enrollments in the active school year as they are shown, earliest first. */
export const listActiveEnrollments = (kysely: Kysely<Tables>, userIds: readonly number[]) =>
  namedEnrollments(kysely)
    .where('enrollment.user_id', 'in', userIds)
    .where('schoolyear.active', '=', true)
    .orderBy('testmoment.date')
    .orderBy('module.name')
    .execute()

/** Lists enrollments at a moment in the order of creation, with names and whether the module is active. */
export const listEnrollmentsAtTestmoment = (kysely: Kysely<Tables>, testmomentId: number) =>
  namedEnrollments(kysely)
    .where('enrollment.testmoment_id', '=', testmomentId)
    .orderBy('enrollment.created_at')
    .orderBy('enrollment.id')
    .execute()

const namedEnrollments = (kysely: Kysely<Tables>) =>
  selectEnrollments(kysely)
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select([
      'module.name as module_name',
      'module.active as module_active',
      'module.description as module_description',
    ])

/** Filter: by moment, by user, or a single enrollment. */
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
export const listEnrollments = (kysely: Kysely<Tables>, { of, after, limit }: EnrollmentsQuestion) =>
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

export const findEnrollment = (kysely: Kysely<Tables>, id: number) =>
  kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Lists students' enrollments in some modules without a record, in all school years, with the dates that say if each is
 * current.
 */
export const listUnrecordedInModules = compiledBySize((kysely, userIds: Ids, moduleIds: Ids) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.id', 'enrollment.user_id', 'enrollment.testmoment_id', 'enrollment.module_id'])
    .select(['testmoment.date', 'testmoment.duration'])
    .where('enrollment.user_id', 'in', userIds)
    .where('enrollment.module_id', 'in', moduleIds)
    .where('enrollment.has_record', '=', false),
)

/**
 * Lists enrollments of a moment's students in the same modules at the other moments of its school year that begin on
 * `from` ('YYYY-MM-DD') or later.
 */
export const listEnrollmentsAtOtherMoments = (
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

export async function listStudentsAtTestmoment(kysely: Kysely<Tables>, testmomentId: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .distinct()
    .where('testmoment_id', '=', testmomentId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Counts students and enrollments per moment; moments without any have no row. */
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

export async function countStudentsAboveLimit(
  kysely: Kysely<Tables>,
  { testmomentId, limit }: { testmomentId: number; limit: number },
): Promise<number> {
  const { students } = await kysely
    .selectFrom((query) =>
      query
        .selectFrom('enrollment')
        .select('user_id')
        .where('testmoment_id', '=', testmomentId)
        .groupBy('user_id')
        .having(({ fn }) => fn.countAll(), '>', limit)
        .as('above'),
    )
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .executeTakeFirstOrThrow()
  return students
}

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

/** Selects enrollments of a department's students in some modules at some moments, without those that have a record. */
export interface DepartmentEnrollments {
  departmentId: number
  moduleIds: readonly number[]
  testmomentIds: readonly number[]
}

/** Deletes these enrollments and returns the user id of each. */
export async function deleteDepartmentEnrollments(
  trx: Transaction<Tables>,
  question: DepartmentEnrollments,
): Promise<number[]> {
  if (question.testmomentIds.length === 0) return []
  const deleted = await trx.deleteFrom('enrollment').where(meant(question)).returning('user_id').execute()
  return deleted.map(({ user_id }) => user_id)
}

const meant =
  ({ departmentId, moduleIds, testmomentIds }: DepartmentEnrollments) =>
  (where: ExpressionBuilder<Tables, 'enrollment'>) =>
    where.and([
      where('enrollment.module_id', 'in', moduleIds),
      where('enrollment.testmoment_id', 'in', testmomentIds),
      where('enrollment.has_record', '=', false),
      where('enrollment.user_id', 'in', (query) =>
        query.selectFrom('user').select('user.id').where('user.education_department_id', '=', departmentId),
      ),
    ])
