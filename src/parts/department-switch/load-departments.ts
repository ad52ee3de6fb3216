import { listEducationDepartments } from '#contract/education-department.ts'
import { getUserEducationDepartment } from '#contract/onboarding.ts'
import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'

export interface DepartmentChoice {
  all: EducationDepartment[]
  current: EducationDepartment | null
}

/** Null for who cannot switch. Archived departments are offered to nobody; a student's own stays in the list. */
export async function loadDepartments(api: Api, { _links }: User): Promise<DepartmentChoice | null> {
  if (!_links.department_switch) return null
  const [{ entities }, current] = await Promise.all([
    api.call(listEducationDepartments),
    _links.education_department ? api.follow(getUserEducationDepartment, _links.education_department) : null,
  ])
  return { all: entities.filter(({ id, archived }) => !archived || id === current?.id), current }
}
