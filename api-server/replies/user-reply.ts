import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import * as links from '#contract/user.ts'
import type { UserRow } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import { isComplete } from '#domain/user/onboarding.rules.ts'
import { isStudent } from '#domain/user/user.rules.ts'
import type { User } from '#domain/user/user.schema.ts'

export type ShownUser = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'roles'
  | 'information_checked'
  | 'onboarding_step'
  | 'activated'
  | 'education_department_id'
  | 'version'
>

/** To themselves or an administrator. */
export function userReply(row: ShownUser, reader: { id: number }): User {
  return {
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    roles: rolesOf(row),
    information_checked: row.information_checked,
    onboarding_step: row.information_checked ? 4 : row.onboarding_step,
    activated: row.activated,
    version: row.version,
    _links: linksOf(row, reader),
  }
}

function linksOf(row: ShownUser, reader: { id: number }): User['_links'] {
  const present = Object.entries(usable(row, reader)).map(([name, { method, path }]: [string, Endpoint]) => [
    name,
    { method, href: pathOf({ method, path }, { id: row.id }) },
  ])
  return Object.fromEntries(present)
}

/** Only students have something to enrol in; onboarding and what is kept about a person are nobody else's to touch. */
function usable(row: ShownUser, reader: { id: number }): Partial<Record<keyof User['_links'], Endpoint>> {
  const own = row.id === reader.id
  const student = isStudent({ roles: rolesOf(row) })
  const onboarding = own && student && !row.information_checked
  return {
    edit: links.editUser,
    ...(student && { module_statuses: links.listModuleStatuses, testmoments: links.listUserTestmoments }),
    ...(row.education_department_id !== null && { education_department: links.getUserEducationDepartment }),
    ...(own && student && { modules_completed: links.completeModules, modules_uncompleted: links.uncompleteModules }),
    ...(onboarding && {
      edit_education_department: links.chooseEducationDepartment,
      automatic_enrollments: links.listAutomaticEnrollments,
    }),
    ...(onboarding && isComplete(row) && { confirm_information: links.confirmInformation }),
    ...(own && { sessions: links.listUserSessions, data: links.downloadUserData }),
  }
}
