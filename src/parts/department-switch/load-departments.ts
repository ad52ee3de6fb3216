import { listEducationDepartments } from '#contract/departments.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { departmentOf } from '#src/api/department-of.ts'

export interface DepartmentChoice {
  choices: EducationDepartment[]
  current: EducationDepartment | null
}

/** Null for a user who cannot switch and cannot be assigned a department. Omits archived departments, except a student's own. */
export async function loadDepartments(api: Api, user: User): Promise<DepartmentChoice | null> {
  if (!user._links.department_switch && !user._links.edit_education_department) return null
  const [{ entities }, current] = await Promise.all([api.call(listEducationDepartments), departmentOf(api, user)])
  return { choices: entities.filter(({ id, archived }) => !archived || id === current?.id), current }
}
