import { enrollmentReply, type Reader } from '#api-server/facts/enrollment.replies.ts'
import * as department from '#contract/departments.ts'
import { linkById } from '#contract/endpoint.ts'
import {
  type DepartmentSwitchMetadata,
  departmentFieldNames,
  type EducationDepartment,
} from '#domain/departments/department.schema.ts'
import { statusMomentFieldNames } from '#domain/enrollments/module-status.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import type { describeSwitch } from './assess-switch.ts'

const edit = linkById(department.editEducationDepartment)
const modules = linkById(department.listDepartmentModules)
const editModules = linkById(department.replaceDepartmentModules)

/** The links are for administrators. */
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

/** The enrollments that would end are their own moments, as far as is shown of these. */
export const switchPreviewReply = (
  preview: Awaited<ReturnType<typeof describeSwitch>>,
  reader: Reader,
): DepartmentSwitchMetadata => ({
  ...preview,
  enrollments_to_be_deleted: preview.enrollments_to_be_deleted.map((row) => ({
    ...enrollmentReply(row, row, reader),
    testmoment: pick({ ...row, id: row.testmoment_id }, statusMomentFieldNames),
  })),
})
