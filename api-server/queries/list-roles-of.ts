import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import type { Role } from '#domain/user/user.schema.ts'
import { inChunks } from './in-chunks.ts'

/** The roles of those of these (normalised, plausible) usernames that have an account. */
export async function listRolesOf(
  kysely: Kysely<Tables>,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, readonly Role[]>> {
  const roles = new Map<string, readonly Role[]>()
  for (const some of inChunks(usernames)) {
    const accounts = await kysely
      .selectFrom('user')
      .select(['username', 'roles'])
      .where('username', 'in', some)
      .execute()
    for (const account of accounts) roles.set(account.username, rolesOf(account))
  }
  return roles
}
