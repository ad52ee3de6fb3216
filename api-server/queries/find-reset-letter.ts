import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** A reset with whom its letter is for; none for one that was asked for an address without an account. */
export const findResetLetter = (kysely: Kysely<Tables>, passwordResetId: number) =>
  kysely
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select([
      'user.username',
      'user.first_name',
      'password_reset.nonce',
      'password_reset.expires_at',
      'password_reset.used_at',
    ])
    .where('password_reset.id', '=', passwordResetId)
    .executeTakeFirst()
