import type { DepartmentSwitch, DepartmentSwitchMetadata } from '#domain/departments/department.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { endpoint } from './endpoint.ts'
import type { EntityReply } from './list.ts'

/** What a switch would bring about. By the user's link `department_switch`, with `department_id` added to its query. */
export const previewDepartmentSwitch = endpoint<{ query: DepartmentSwitch; reply: DepartmentSwitchMetadata }>(
  'GET',
  '/department-switch',
)

export interface DepartmentSwitchReply extends EntityReply<User> {
  enrollments_deleted: number
  enrollments_made: number
}

/** 409 `onboarding-unfinished` before onboarding was confirmed; 422 `education-department-unavailable`. */
export const switchDepartment = endpoint<{ body: DepartmentSwitch; reply: DepartmentSwitchReply }>(
  'POST',
  '/department-switch',
  'userEdited',
)
