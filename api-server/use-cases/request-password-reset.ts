import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { LETTERS_AN_HOUR, registrationEnd, resetExpiry } from '#api-server/auth/link-limits.ts'
import { countLetters } from '#api-server/queries/count-letters.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { normaliseUsername, type UsernameFault, usernameFaults } from '#domain/accounts/account.rules.ts'
import type { AccountDesk } from './register-account.ts'

/**
 * Has a letter written with a link to choose a new password. For an address without an account the same rows are
 * written, of which no letter comes; so they are for a mailbox that has had its letters of this hour.
 */
export async function requestPasswordReset(
  { database, letters }: Pick<AccountDesk, 'database' | 'letters'>,
  username: string,
  now: number,
): Promise<UsernameFault[]> {
  const faults = usernameFaults(username)
  if (faults.length > 0) return faults

  await database.transaction(async (trx) => {
    const account = await trx
      .selectFrom('user')
      .select('id')
      .where('username', '=', normaliseUsername(username))
      .forUpdate()
      .executeTakeFirst()
    const { registrations, resets } = await countLetters(trx, account?.id, now)
    await trx
      .updateTable('user')
      .set({ registration_ends_at: registrationEnd(now) })
      .where('id', '=', account?.id ?? 0)
      .where('registration_ends_at', 'is not', null)
      .execute()
    const reset = await trx
      .insertInto('password_reset')
      .values({
        nonce: newLinkNonce(),
        user_id: registrations + resets < LETTERS_AN_HOUR ? (account?.id ?? null) : null,
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
