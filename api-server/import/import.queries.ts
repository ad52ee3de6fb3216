import { type Kysely, sql, type Transaction } from 'kysely'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import type { KnownAccount } from '#domain/import/students.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'

/** Those of these (normalised, plausible) usernames that have an account, by username. */
export async function listKnownAccounts(
  kysely: Kysely<Tables>,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, KnownAccount>> {
  const known = new Map<string, KnownAccount>()
  for (const some of inChunks(usernames)) {
    const accounts = await kysely
      .selectFrom('user')
      .select(['id', 'username', 'roles', 'first_name', 'last_name', 'student_number', 'registration_ends_at'])
      .where('username', 'in', some)
      .execute()
    for (const { username, registration_ends_at, ...account } of accounts)
      known.set(username, {
        ...account,
        roles: rolesOf(account),
        isMerelyRegistered: registration_ends_at !== null,
      })
  }
  return known
}

/** Of these student numbers those that somebody has, with whose username. */
export async function listNumberHolders(
  kysely: Kysely<Tables>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string | null, string>> {
  const holders = new Map<string | null, string>()
  for (const some of inChunks(numbers)) {
    const rows = await kysely
      .selectFrom('user')
      .select(['student_number', 'username'])
      .where('student_number', 'in', some)
      .execute()
    for (const { student_number, username } of rows) holders.set(student_number, username)
  }
  return holders
}

/**
 * Gives these users, who have none, each their student number, by one statement. Answers with the ids of those to whom
 * it was given: whoever got another meanwhile, or is gone, is not among them.
 */
export async function giveStudentNumbers(
  trx: Transaction<Tables>,
  users: readonly { id: number; student_number: string; search_text: string }[],
): Promise<number[]> {
  const given = users.map((user) => sql`(cast(${user.id} as integer), ${user.student_number}, ${user.search_text})`)
  // Both engines call the columns of a list of values so.
  const { rows } = await sql<{ id: number }>`
    update "user"
    set student_number = given.column2, search_text = given.column3, version = "user".version + 1
    from (values ${sql.join(given)}) as given
    where "user".id = given.column1 and "user".student_number is null
    returning "user".id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Invitations that are still to be sent, and those that were given up since an instant (ISO). */
export async function countImportLetters(
  kysely: Kysely<Tables>,
  since: string,
): Promise<{ waiting: number; given_up: number }> {
  const letters = kysely
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'invitation-letter')
  const waiting = await letters.where('done_at', 'is', null).executeTakeFirstOrThrow()
  const givenUp = await letters
    .where('done_at', '>=', since)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow()
  return { waiting: waiting.count, given_up: givenUp.count }
}
