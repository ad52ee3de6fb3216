import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The enrollments of a department's students in some modules at some moments. */
export interface DepartmentEnrollments {
  departmentId: number
  moduleIds: readonly number[]
  testmomentIds: readonly number[]
}

/** How many there are, and of how many students. */
export async function countDepartmentEnrollments(
  kysely: Kysely<Tables>,
  question: DepartmentEnrollments,
): Promise<{ enrollments: number; students: number }> {
  if (question.testmomentIds.length === 0) return { enrollments: 0, students: 0 }
  return kysely
    .selectFrom('enrollment')
    .select(({ fn }) => [
      fn.countAll<number>().as('enrollments'),
      fn.count<number>('user_id').distinct().as('students'),
    ])
    .where(meant(question))
    .executeTakeFirstOrThrow()
}

export const deleteDepartmentEnrollments = (trx: Transaction<Tables>, question: DepartmentEnrollments) =>
  trx.deleteFrom('enrollment').where(meant(question)).execute()

const meant =
  ({ departmentId, moduleIds, testmomentIds }: DepartmentEnrollments) =>
  (where: ExpressionBuilder<Tables, 'enrollment'>) =>
    where.and([
      where('enrollment.module_id', 'in', moduleIds),
      where('enrollment.testmoment_id', 'in', testmomentIds),
      where('enrollment.user_id', 'in', (query) =>
        query.selectFrom('user').select('user.id').where('user.education_department_id', '=', departmentId),
      ),
    ])
