import { countAccounts as countByRoles } from '#api-server/queries/count-accounts.ts'
import type { Database } from '#database/engine/open-database.ts'
import { rolesOf } from '#database/user-roles.ts'
import { newAccountsSince } from '#domain/statistics/account-statistics.rules.ts'
import type { AccountStatistics } from '#domain/statistics/account-statistics.schema.ts'
import { isAdmin, isStudent } from '#domain/users/user.rules.ts'

/** Who has neither role, or has not activated yet, is an account too. */
export async function countAccounts({ kysely }: Database, now: number): Promise<AccountStatistics> {
  const groups = await countByRoles(kysely, new Date(newAccountsSince(now)).toISOString())
  const statistics = { admin_accounts: 0, student_accounts: 0, new_accounts: 0 }
  for (const { roles, accounts, new_accounts } of groups) {
    const who = { roles: rolesOf({ roles }) }
    if (isAdmin(who)) statistics.admin_accounts += accounts
    if (isStudent(who)) statistics.student_accounts += accounts
    statistics.new_accounts += new_accounts
  }
  return statistics
}
