import type * as schemas from './departments.schema.ts'
import { endpoint, type ReplyOf } from './endpoint.ts'

/** Lists departments by name. Students get those that are offered and their own, even if it is archived; administrators all. */
export const listEducationDepartments = endpoint<typeof schemas.listEducationDepartmentsSchemas>(
  'GET',
  '/education-departments',
)

/** Returns a department. For administrators. */
export const getEducationDepartment = endpoint<typeof schemas.getEducationDepartmentSchemas>(
  'GET',
  '/education-department/:id',
)

/** Creates a department. For administrators. */
export const createEducationDepartment = endpoint<typeof schemas.createEducationDepartmentSchemas>(
  'POST',
  '/education-department',
  'educationDepartmentCreated',
)

/**
 * Edits a department; returns the enrollments made by switching on automatic enrollment, which may need a confirmation. The
 * department's link `edit`.
 */
export const editEducationDepartment = endpoint<typeof schemas.editEducationDepartmentSchemas>(
  'PUT',
  '/education-department/:id',
  'educationDepartmentEdited',
)

export const listDepartmentModules = endpoint<typeof schemas.listDepartmentModulesSchemas>(
  'GET',
  '/education-department/:id/modules',
)

/**
 * Replaces the modules; 409 `confirmation-needed` if students would lose something, or `version-stale`. The link
 * `edit_modules`.
 */
export const replaceDepartmentModules = endpoint<typeof schemas.replaceDepartmentModulesSchemas>(
  'PUT',
  '/education-department/:id/modules',
  'educationDepartmentEdited',
)

/** Adds modules; may need a confirmation if that enrolls students automatically. */
export const addDepartmentModules = endpoint<typeof schemas.addDepartmentModulesSchemas>(
  'PATCH',
  '/education-department/:id/modules',
  'educationDepartmentEdited',
)

/** Returns all departments with the modules of each. For administrators. */
export const getModuleMatrix = endpoint<typeof schemas.getModuleMatrixSchemas>('GET', '/education-departments/modules')

/** Previews an edit of the matrix; changes nothing. 409 `version-stale`. The matrix's link `preview`. */
export const previewModuleMatrix = endpoint<typeof schemas.previewModuleMatrixSchemas>(
  'POST',
  '/education-departments/modules/preview',
  { kind: 'question' },
)

/**
 * Edits the matrix, all or nothing. 409 `version-stale` if a colleague changed one of these departments, and `plan-changed`
 * with the current `preview` if the effects differ from those confirmed; without a confirmation, `confirmation-needed` if
 * students would lose something. The matrix's link `edit`.
 */
export const editModuleMatrix = endpoint<typeof schemas.editModuleMatrixSchemas>(
  'PUT',
  '/education-departments/modules',
  'educationDepartmentEdited',
)

/** Previews a switch. The user's link `department_switch`, with `department_id` added to its query. */
export const previewDepartmentSwitch = endpoint<typeof schemas.previewDepartmentSwitchSchemas>(
  'GET',
  '/department-switch',
)

/**
 * Switches a student's department. 409 `onboarding-unfinished` during onboarding, and `plan-changed` with the current `preview`
 * if the effects differ from those confirmed; 422 `education-department-unavailable`.
 */
export const switchDepartment = endpoint<typeof schemas.switchDepartmentSchemas>(
  'POST',
  '/department-switch',
  'userEdited',
)
export type DepartmentSwitchReply = ReplyOf<typeof switchDepartment>
