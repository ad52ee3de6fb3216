import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import { endpoint } from './endpoint.ts'
import type { ListReply } from './list.ts'

/** By name. Students see those that are offered and their own, also when it is archived; administrators all. */
export const listEducationDepartments = endpoint<{ reply: ListReply<EducationDepartment> }>(
  'GET',
  '/education-departments',
)
