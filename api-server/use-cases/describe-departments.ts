import type { Kysely } from 'kysely'
import { listModulesOfDepartments } from '#api-server/queries/list-modules-of-departments.ts'
import type { Tables } from '#database/tables.ts'
import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'

/** Gives departments the modules they hold; those out of use are for administrators. */
export async function describeDepartments(
  kysely: Kysely<Tables>,
  departments: readonly Omit<EducationDepartment, 'modules' | '_links'>[],
  reader: { alsoInactive: boolean },
): Promise<EducationDepartment[]> {
  const ids = departments.map(({ id }) => id)
  const rows = await listModulesOfDepartments(kysely, ids, reader)
  const held = Map.groupBy(rows, ({ education_department_id }) => education_department_id)
  return departments.map((department) => ({
    ...department,
    modules: (held.get(department.id) ?? []).map(({ education_department_id, ...module }) => module),
    _links: {},
  }))
}
