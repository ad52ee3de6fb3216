import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Whose password a reset link is for. */
export const findPasswordReset = (kysely: Kysely<Tables>, nonce: string) =>
  kysely
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select([
      'password_reset.id',
      'password_reset.user_id',
      'password_reset.expires_at',
      'password_reset.used_at',
      'user.username',
    ])
    .where('password_reset.nonce', '=', nonce)
    .executeTakeFirst()
