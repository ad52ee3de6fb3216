import { findUser } from '#api-server/queries/find-user.ts'
import { listEducationDepartments as listDepartments } from '#api-server/queries/list-education-departments.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { describeDepartments } from './describe-departments.ts'

/** An archived department is no longer offered: only its own students still see it, and administrators. */
export async function listEducationDepartments({ kysely }: Database, caller: Caller): Promise<EducationDepartment[]> {
  const all = isAdmin(caller)
  const own = all ? undefined : await findUser(kysely, caller.id)
  const departments = await listDepartments(kysely, { archived: all, also: own?.education_department_id ?? null })
  return describeDepartments(kysely, departments, caller)
}
