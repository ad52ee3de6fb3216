import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'

/**
 * The account of an address, however its letters and edges were typed; while it waits for its activation with the password
 * of its last registration, so that who knows that hears what to do.
 */
export async function findAccount(kysely: Kysely<Tables>, username: string) {
  const address = normaliseUsername(username)
  // No text of PostgreSQL holds a NUL; it takes a question about one for a fault.
  if (address.includes('\0')) return undefined
  return kysely
    .selectFrom('user')
    .select(({ fn, selectFrom }) => [
      'id',
      'activated',
      'token_version',
      fn
        .coalesce(
          'password_hash',
          selectFrom('registration')
            .select('registration.password_hash')
            .whereRef('registration.user_id', '=', 'user.id')
            .orderBy('registration.id', 'desc')
            .limit(1),
        )
        .as('password_hash'),
    ])
    .where('username', '=', address)
    .executeTakeFirst()
}
