import type { Transaction } from 'kysely'
import { lockStudents } from '#api-server/platform/locks.ts'
import { listStudentsToEnroll } from '#api-server/queries/list-students-to-enroll.ts'
import type { Tables } from '#database/tables.ts'
import { enrollAutomatically } from './enroll-automatically.ts'

/**
 * Enrolls the students of one department, or of all that do so automatically, in what is automatic, and gives how many
 * enrollments that made, for how many of them. A step of a larger transaction, which has locked the school for itself and made the change: so
 * nobody can come into a department, or be confirmed, between the list and the lock.
 */
export async function enrollStudents(
  trx: Transaction<Tables>,
  { departmentId, moduleIds }: { departmentId?: number; moduleIds?: ReadonlySet<number> },
  clock: () => number,
): Promise<EnrollmentsMade> {
  const userIds = await listStudentsToEnroll(trx, departmentId === undefined ? {} : { departmentId })
  await lockStudents(trx, userIds)
  return enrollmentsMade(await enrollAutomatically(trx, { userIds, ...(moduleIds && { moduleIds }) }, clock))
}

/** As a question that is asked first tells it. */
export interface EnrollmentsMade {
  enrollments_made: number
  /** students who got at least one of these */
  students_enrolled: number
}

export const noneMade: EnrollmentsMade = { enrollments_made: 0, students_enrolled: 0 }

export const enrollmentsMade = (made: readonly { user_id: number }[]): EnrollmentsMade => ({
  enrollments_made: made.length,
  students_enrolled: new Set(made.map(({ user_id }) => user_id)).size,
})
