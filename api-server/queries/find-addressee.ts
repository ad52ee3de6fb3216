import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Whom a letter about their account is for, and what their activation link is made of while it waits. */
export const findAddressee = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('user')
    .select(['username', 'first_name', 'activation_nonce', 'activation_expires_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
