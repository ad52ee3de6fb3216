import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/user.ts'
import type { UserRow } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import { isStudent } from '#domain/user/user.rules.ts'
import type { User } from '#domain/user/user.schema.ts'

type ShownUser = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'roles'
  | 'information_checked'
  | 'onboarding_step'
  | 'activated'
  | 'version'
>

/** To themselves or an administrator. Only students have something to enrol in, and so the links to it. */
export function userReply(row: ShownUser): User {
  const roles = rolesOf(row)
  const link = ({ method, path }: Endpoint) => ({ method, href: pathOf({ method, path }, { id: row.id }) })
  return {
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    roles,
    information_checked: row.information_checked,
    onboarding_step: row.information_checked ? 4 : row.onboarding_step,
    activated: row.activated,
    version: row.version,
    _links: isStudent({ roles })
      ? { module_statuses: link(listModuleStatuses), testmoments: link(listUserTestmoments) }
      : {},
  }
}
