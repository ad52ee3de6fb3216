import { getUserEducationDepartment } from '#contract/onboarding.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'

/** The user's department; null while the student has none, for which the link answers 404. */
export async function departmentOf(api: Api, { _links }: User): Promise<EducationDepartment | null> {
  if (!_links.education_department) return null
  try {
    return await api.follow(getUserEducationDepartment, _links.education_department)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
