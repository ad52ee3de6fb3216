import * as department from '#contract/departments.gen.ts'
import { linkById } from '#contract/endpoint.ts'
import { departmentFieldNames, type EducationDepartment } from '#domain/departments/department.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'

const edit = linkById(department.editEducationDepartment)
const modules = linkById(department.listDepartmentModules)
const editModules = linkById(department.replaceDepartmentModules)

/** A department as shown; only administrators get links. */
export const departmentReply = (
  department: Omit<EducationDepartment, '_links'>,
  reader: Pick<Caller, 'roles'>,
): EducationDepartment => ({
  ...pick(department, departmentFieldNames),
  modules: department.modules,
  _links: reaches(reader, 'administration') ? linksOf(department.id) : {},
})

const linksOf = (id: number): EducationDepartment['_links'] => ({
  edit: edit(id),
  modules: modules(id),
  edit_modules: editModules(id),
})
