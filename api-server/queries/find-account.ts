import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { normaliseUsername } from '#domain/account/username.ts'

/** The account of an address, however its letters and edges were typed. */
export async function findAccount(kysely: Kysely<Tables>, username: string) {
  const address = normaliseUsername(username)
  // No text of PostgreSQL holds a NUL; it takes a question about one for a fault.
  if (address.includes('\0')) return undefined
  return kysely
    .selectFrom('user')
    .select(['id', 'password_hash', 'activated', 'token_version'])
    .where('username', '=', address)
    .executeTakeFirst()
}
