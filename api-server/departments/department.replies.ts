import * as department from '#contract/education-department.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { linkById } from '../platform/link-by-id.ts'

const edit = linkById(department.editEducationDepartment)
const modules = linkById(department.listDepartmentModules)
const editModules = linkById(department.replaceDepartmentModules)

/** The links are for administrators. */
export const departmentReply = (
  { id, name, auto_enroll, archived, modules, version }: Omit<EducationDepartment, '_links'>,
  reader: Pick<Caller, 'roles'>,
): EducationDepartment => ({
  id,
  name,
  auto_enroll,
  archived,
  modules,
  version,
  _links: isAdmin(reader) ? linksOf(id) : {},
})

const linksOf = (id: number): EducationDepartment['_links'] => ({
  edit: edit(id),
  modules: modules(id),
  edit_modules: editModules(id),
})
