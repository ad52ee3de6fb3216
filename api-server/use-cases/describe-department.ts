import type { Kysely } from 'kysely'
import { findEducationDepartment } from '#api-server/queries/find-education-department.ts'
import type { Tables } from '#database/tables.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { describeDepartments } from './describe-departments.ts'

/** With its modules. Throws `not-found` when there is no such department. */
export async function describeDepartment(
  kysely: Kysely<Tables>,
  id: number,
  reader: Pick<Caller, 'roles'>,
): Promise<EducationDepartment> {
  const department = await findEducationDepartment(kysely, id)
  const [described] = await describeDepartments(kysely, department ? [department] : [], reader)
  if (!described) throw new Problem('not-found')
  return described
}
