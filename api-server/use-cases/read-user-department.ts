import type { Database } from '#database/engine/open-database.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { describeDepartment } from './describe-department.ts'
import { requireUser } from './require-user.ts'

/** Throws `not-found` for who has none. */
export async function readUserDepartment(
  { kysely }: Database,
  caller: Caller,
  userId: number,
): Promise<EducationDepartment> {
  const { education_department_id } = await requireUser(kysely, userId)
  return describeDepartment(kysely, education_department_id ?? 0, caller)
}
