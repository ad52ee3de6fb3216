import { setImmediate } from 'node:timers/promises'
import { recordChange } from '#api-server/facts/record-change.ts'
import { listInvitedUntil } from '#api-server/facts/user-search.ts'
import { pageUsers, type UsersPage } from '#api-server/users/page-users.ts'
import type { Database } from '#database/engine/open-database.ts'
import { pick } from '#domain/entities/pick.ts'
import { accountStatusOf, accountStatusTexts } from '#domain/users/account-status.ts'
import { rolesOf } from '#domain/users/roles.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import { Problem } from '#server/problem.ts'
import type { ListedPerson } from './users-sheet.ts'

/** Most users in one file: sending more to the process that writes the file would block other requests. */
const MOST_USERS = 20_000

/** The server serves other requests between two queries. */
const USERS_PER_QUERY = 1_000

/** Reads users by the filter, in the list's order, and logs the export. Throws `users-too-many`. `now` in ms. */
export async function readUsersToExport(
  database: Database,
  { actorId, ...question }: Pick<UsersPage, 'filter' | 'sort'> & { actorId: number },
  now: number,
): Promise<ListedPerson[]> {
  const people: ListedPerson[] = []
  let cursor: string | undefined
  do {
    const page = await pageUsers(database, { ...question, size: USERS_PER_QUERY, cursor }, now)
    const waiting = page.users.filter(({ activated }) => !activated).map(({ id }) => id)
    const invited = await listInvitedUntil(database.kysely, waiting)
    for (const user of page.users) {
      const invited_until = invited.get(user.id) ?? null
      const [role] = rolesOf(user)
      people.push({
        ...pick(user, ['username', 'first_name', 'last_name', 'student_number', 'class_group', 'last_login_at']),
        department: user.education_department_name,
        type: role === undefined ? 'Geen' : roleTexts[role].label,
        status: accountStatusTexts[accountStatusOf({ activated: user.activated, invited_until }, now)],
        invited_until: user.activated ? null : invited_until,
      })
    }
    if (people.length > MOST_USERS) throw new Problem('users-too-many')
    cursor = page.next
    await setImmediate()
  } while (cursor !== undefined)
  const about = `Gebruikers: ${people.length}`
  await database.transaction((trx) =>
    recordChange(trx, { actorId, action: 'exported', resource: 'user', resourceId: actorId, about }, now),
  )
  return people
}
