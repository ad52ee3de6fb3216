import type { UserRow } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import { isAdmin } from '#domain/user/user.rules.ts'
import { Problem } from '#server/problem.ts'

/**
 * Throws `last-administrator` when nobody could administer the school without this user: `administrators` are all who
 * can, counted under `lockAdministrators`.
 */
export function requireOtherAdministrator(user: Pick<UserRow, 'roles' | 'activated'>, administrators: number): void {
  if (isAdmin({ roles: rolesOf(user) }) && user.activated && administrators < 2) throw new Problem('last-administrator')
}
