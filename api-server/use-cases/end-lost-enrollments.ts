import type { Transaction } from 'kysely'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import {
  countDepartmentEnrollments,
  type DepartmentEnrollments,
  deleteDepartmentEnrollments,
} from '#api-server/queries/department-enrollments.ts'
import { listUsersOfDepartment } from '#api-server/queries/list-users-of-department.ts'
import type { Tables } from '#database/tables.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import type { Consequences } from '#domain/entities/consequence.schema.ts'
import { listCurrentTestmoments } from './list-current-testmoments.ts'

export interface Loss {
  departmentId: number
  /** those that the department loses, at least one */
  moduleIds: readonly number[]
  loses_all: boolean
}

/**
 * Ends the current enrollments of a department's students in the modules that it loses, also where enrollment is closed,
 * and gives what came of it, which the larger transaction asks about: this is a step of it. It has locked the school; a
 * handful of statements, and one more for every thousand students.
 */
export async function endLostEnrollments(
  trx: Transaction<Tables>,
  { departmentId, moduleIds, loses_all }: Loss,
  clock: () => number,
): Promise<Consequences> {
  const userIds = await listUsersOfDepartment(trx, departmentId)
  await lockStudents(trx, userIds)
  await shareTestmoments(trx, await listCurrentTestmoments(trx, clock()))
  const testmomentIds = await listCurrentTestmoments(trx, clock())
  const lost: DepartmentEnrollments = { departmentId, moduleIds, testmomentIds }

  const { enrollments, students } = await countDepartmentEnrollments(trx, lost)
  if (enrollments > 0) await deleteDepartmentEnrollments(trx, lost)
  return {
    ...noConsequences,
    enrollments_deleted: enrollments,
    students,
    offers_nothing: loses_all && userIds.length > 0,
  }
}
