import { recordChange } from '#api-server/audit/record-change.ts'
import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { activationExpiry, registrationEnd } from '#api-server/auth/link-limits.ts'
import { requireAdministrator } from '#api-server/platform/authorise.ts'
import { findUser } from '#api-server/queries/find-user.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { inviteUsers } from './invite-users.ts'
import type { AccountDesk } from './register-account.ts'

/**
 * Renews the activation link, and has a letter sent with which a password is chosen: whatever passwords were chosen when the
 * address was registered, nobody vouched for them here. Throws `not-yours`, `not-found` or `account-activated`.
 */
export async function resendActivation(
  { database, letters }: Pick<AccountDesk, 'database' | 'letters'>,
  caller: Caller,
  userId: number,
  now: number,
): Promise<void> {
  requireAdministrator(caller)
  const renewed = await database.transaction(async (trx) => {
    const user = await trx
      .updateTable('user')
      .set({ activation_nonce: newLinkNonce(), activation_expires_at: activationExpiry(now) })
      .where('id', '=', userId)
      .where('activated', '=', false)
      .returning('registration_ends_at')
      .executeTakeFirst()
    if (!user) return false
    if (user.registration_ends_at !== null)
      await trx
        .updateTable('user')
        .set({ registration_ends_at: registrationEnd(now) })
        .where('id', '=', userId)
        .execute()
    await inviteUsers(trx, [userId], now)
    await recordChange(
      trx,
      { actorId: caller.id, action: 'activation-resent', resource: 'user', resourceId: userId },
      now,
    )
    return true
  })
  if (!renewed) throw new Problem((await findUser(database.kysely, userId)) ? 'account-activated' : 'not-found')
  letters.wake()
}
