import type * as schemas from './departments.schema.ts'
import { endpoint, type ReplyOf } from './endpoint.ts'

/**
 * Departments by name. Students see those that are offered and their own, also when it is archived; administrators all.
 */
export const listEducationDepartments = endpoint<typeof schemas.listEducationDepartmentsSchemas>(
  'GET',
  '/education-departments',
)

/** For administrators. */
export const getEducationDepartment = endpoint<typeof schemas.getEducationDepartmentSchemas>(
  'GET',
  '/education-department/:id',
)

/** For administrators. */
export const createEducationDepartment = endpoint<typeof schemas.createEducationDepartmentSchemas>(
  'POST',
  '/education-department',
  'educationDepartmentCreated',
)

/**
 * Edits a department and returns what switching on automatic enrollment made, which may need a confirmation first. The
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
 * Replaces the list; 409 `confirmation-needed` when students would lose by it, or `version-stale`. The link
 * `edit_modules`.
 */
export const replaceDepartmentModules = endpoint<typeof schemas.replaceDepartmentModulesSchemas>(
  'PUT',
  '/education-department/:id/modules',
  'educationDepartmentEdited',
)

/** Adds those named; may ask first where that enrolls students automatically. */
export const addDepartmentModules = endpoint<typeof schemas.addDepartmentModulesSchemas>(
  'PATCH',
  '/education-department/:id/modules',
  'educationDepartmentEdited',
)

/** For administrators: all departments and the modules that each holds. */
export const getModuleMatrix = endpoint<typeof schemas.getModuleMatrixSchemas>('GET', '/education-departments/modules')

/** Previews an edit of the matrix and changes nothing. 409 `version-stale`. Its link `preview`. */
export const previewModuleMatrix = endpoint<typeof schemas.previewModuleMatrixSchemas>(
  'POST',
  '/education-departments/modules/preview',
  { kind: 'question' },
)

/**
 * Edits the matrix, all of it or nothing. 409 `version-stale` where a colleague changed one of these departments, and
 * `plan-changed` with the current `preview` where the effects are no longer those confirmed; without a confirmation
 * `confirmation-needed` where students would lose something. Its link `edit`.
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
 * 409 `onboarding-unfinished` before onboarding was confirmed, and `plan-changed` with the `preview` as it is now where
 * something else would come of it than was confirmed; 422 `education-department-unavailable`.
 */
export const switchDepartment = endpoint<typeof schemas.switchDepartmentSchemas>(
  'POST',
  '/department-switch',
  'userEdited',
)
export type DepartmentSwitchReply = ReplyOf<typeof switchDepartment>
