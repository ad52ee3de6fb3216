import * as department from '#contract/education-department.ts'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import type { Link } from '#domain/link/link.schema.ts'
import { isAdmin } from '#domain/user/user.rules.ts'
import type { Caller } from '#server/bearer.ts'

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
  edit: linkTo(department.editEducationDepartment, id),
  modules: linkTo(department.listDepartmentModules, id),
  edit_modules: linkTo(department.replaceDepartmentModules, id),
})

const linkTo = (endpoint: Endpoint, id: number): Link => ({ method: endpoint.method, href: pathOf(endpoint, { id }) })
