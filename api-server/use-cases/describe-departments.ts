import type { Kysely } from 'kysely'
import { listModulesOfDepartments } from '#api-server/queries/list-modules-of-departments.ts'
import { departmentReply } from '#api-server/replies/department-reply.ts'
import type { Tables } from '#database/tables.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { Caller } from '#server/bearer.ts'

/** Gives departments the modules they hold; those out of use are for administrators, as the links are. */
export async function describeDepartments(
  kysely: Kysely<Tables>,
  departments: readonly Omit<EducationDepartment, 'modules' | '_links'>[],
  reader: Pick<Caller, 'roles'>,
): Promise<EducationDepartment[]> {
  const ids = departments.map(({ id }) => id)
  const rows = await listModulesOfDepartments(kysely, ids, { alsoInactive: isAdmin(reader) })
  const held = Map.groupBy(rows, ({ education_department_id }) => education_department_id)
  return departments.map((department) => {
    const modules = (held.get(department.id) ?? []).map(({ education_department_id, ...module }) => module)
    return departmentReply({ ...department, modules }, reader)
  })
}
