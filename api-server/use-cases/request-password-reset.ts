import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { resetExpiry } from '#api-server/auth/link-limits.ts'
import { findAccount } from '#api-server/queries/find-account.ts'
import { enqueue } from '#database/outbox/enqueue.ts'
import { type UsernameFault, usernameFaults } from '#domain/account/account.rules.ts'
import type { AccountDesk } from './register-account.ts'

/**
 * Has a letter written with a link to choose a new password. For an address without an account the same rows are
 * written, of which no letter comes.
 */
export async function requestPasswordReset(
  { database, letters }: Pick<AccountDesk, 'database' | 'letters'>,
  username: string,
  now: number,
): Promise<UsernameFault[]> {
  const faults = usernameFaults(username)
  if (faults.length > 0) return faults

  const account = await findAccount(database.kysely, username)
  await database.transaction(async (trx) => {
    const reset = await trx
      .insertInto('password_reset')
      .values({
        nonce: newLinkNonce(),
        user_id: account?.id ?? null,
        created_at: new Date(now).toISOString(),
        expires_at: resetExpiry(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(trx, 'password-reset-letter', { password_reset_id: reset.id }, now)
  })
  letters.wake()
  return []
}
