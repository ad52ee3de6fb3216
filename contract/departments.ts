import type {
  ConfirmedSwitch,
  DepartmentSwitch,
  DepartmentSwitchMetadata,
  EducationDepartment,
  EducationDepartmentCreation,
  EducationDepartmentEdit,
  ModuleMatrix,
  ModuleMatrixEdit,
  ModuleMatrixPreview,
} from '#domain/departments/department.schema.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'
import type { IdList } from './modules.ts'
import type { Confirmed } from './refusals.ts'

/** By name. Students see those that are offered and their own, also when it is archived; administrators all. */
export const listEducationDepartments = endpoint<{ reply: ListReply<EducationDepartment> }>(
  'GET',
  '/education-departments',
)

/** For administrators. */
export const getEducationDepartment = endpoint<{ params: ById; reply: EducationDepartment }>(
  'GET',
  '/education-department/:id',
)

/** For administrators. */
export const createEducationDepartment = endpoint<{
  body: EducationDepartmentCreation
  reply: EntityReply<EducationDepartment>
}>('POST', '/education-department', 'educationDepartmentCreated')

/** What was made automatically, by switching that on. */
export interface EducationDepartmentEditReply extends EntityReply<EducationDepartment>, EnrollmentsMade {}

/** By the department's link `edit`. Switching automatic enrollment on may ask first. */
export const editEducationDepartment = endpoint<{
  params: ById
  query: Confirmed
  body: EducationDepartmentEdit
  reply: EducationDepartmentEditReply
}>('PUT', '/education-department/:id', 'educationDepartmentEdited')

/** With the department's `version`, as in an edit; it counts what becomes of its modules too. */
export interface DepartmentModuleList extends IdList {
  version?: number | undefined
}

export interface DepartmentModulesReply extends EntityReply<{ entities: Module[] }>, EnrollmentsMade {
  /** the department's, from now on */
  version: number
  /** of the department's students, in modules that it lost */
  enrollments_deleted: number
  /** to how many of these the message went that came along */
  students_messaged: number
}

export const listDepartmentModules = endpoint<{ params: ById; reply: ListReply<Module> }>(
  'GET',
  '/education-department/:id/modules',
)

/** By the link `edit_modules`: replaces the list; 409 `confirmation-needed` when students would lose by it, or `version-stale`. */
export const replaceDepartmentModules = endpoint<{
  params: ById
  query: Confirmed
  body: DepartmentModuleList & WithMessage
  reply: DepartmentModulesReply
}>('PUT', '/education-department/:id/modules', 'educationDepartmentEdited')

/** Adds those named; may ask first where that enrolls students automatically. */
export const addDepartmentModules = endpoint<{
  params: ById
  query: Confirmed
  body: IdList
  reply: DepartmentModulesReply
}>('PATCH', '/education-department/:id/modules', 'educationDepartmentEdited')

/** For administrators: all departments and the modules that each holds. */
export const getModuleMatrix = endpoint<{ reply: ModuleMatrix }>('GET', '/education-departments/modules')

/** By its link `preview`: what an edit of it would bring about, of which nothing is done. 409 `version-stale`. */
export const previewModuleMatrix = endpoint<{ body: ModuleMatrixEdit; reply: ModuleMatrixPreview }>(
  'POST',
  '/education-departments/modules/preview',
  { kind: 'question' },
)

/** With what a preview called it. */
export interface ConfirmedMatrixEdit extends ModuleMatrixEdit, WithMessage {
  confirmation?: string | undefined
}

/**
 * By its link `edit`: all of it or nothing. 409 `version-stale` where a colleague changed one of these departments, and
 * `confirmation-needed` where something else would come of it than was previewed.
 */
export const editModuleMatrix = endpoint<{
  body: ConfirmedMatrixEdit
  reply: ModuleMatrixPreview & { students_messaged: number }
}>('PUT', '/education-departments/modules', 'educationDepartmentEdited')

/** What a switch would bring about. By the user's link `department_switch`, with `department_id` added to its query. */
export const previewDepartmentSwitch = endpoint<{ query: DepartmentSwitch; reply: DepartmentSwitchMetadata }>(
  'GET',
  '/department-switch',
)

export interface DepartmentSwitchReply extends EntityReply<User> {
  enrollments_deleted: number
  enrollments_made: number
  /** how many the message went to that came along */
  students_messaged: number
}

/**
 * 409 `onboarding-unfinished` before onboarding was confirmed, and `plan-changed` with the `preview` as it is now where
 * something else would come of it than was confirmed; 422 `education-department-unavailable`.
 */
export const switchDepartment = endpoint<{ body: ConfirmedSwitch; reply: DepartmentSwitchReply }>(
  'POST',
  '/department-switch',
  'userEdited',
)
