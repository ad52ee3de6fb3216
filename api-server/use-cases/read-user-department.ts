import { findEducationDepartment } from '#api-server/queries/find-education-department.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import { isAdmin } from '#domain/user/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { describeDepartments } from './describe-departments.ts'
import { requireUser } from './require-user.ts'

/** Throws `not-found` for who has none. */
export async function readUserDepartment(
  { kysely }: Database,
  caller: Caller,
  userId: number,
): Promise<EducationDepartment> {
  const { education_department_id } = await requireUser(kysely, userId)
  const department = await findEducationDepartment(kysely, education_department_id ?? 0)
  const [described] = await describeDepartments(kysely, department ? [department] : [], {
    alsoInactive: isAdmin(caller),
  })
  if (!described) throw new Problem('not-found')
  return described
}
