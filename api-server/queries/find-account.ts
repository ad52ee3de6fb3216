import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { normaliseUsername } from '#domain/account/username.ts'

/** The account of an address, however its letters and edges were typed. */
export const findAccount = (kysely: Kysely<Tables>, username: string) =>
  kysely
    .selectFrom('user')
    .select(['id', 'password_hash', 'activated', 'token_version'])
    .where('username', '=', normaliseUsername(username))
    .executeTakeFirst()
