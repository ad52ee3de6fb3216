import type { Kysely } from 'kysely'
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
      .select(['username', 'roles', 'first_name', 'last_name', 'registration_ends_at'])
      .where('username', 'in', some)
      .execute()
    for (const { username, registration_ends_at, first_name, last_name, ...account } of accounts)
      known.set(username, {
        first_name,
        last_name,
        roles: rolesOf(account),
        isMerelyRegistered: registration_ends_at !== null,
      })
  }
  return known
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
