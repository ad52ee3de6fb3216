import { recordChange } from '#api-server/audit/record-change.ts'
import { requireAdministrator } from '#api-server/auth/authorise.ts'
import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { activationExpiry } from '#api-server/auth/link-limits.ts'
import { findUser } from '#api-server/queries/find-user.ts'
import { enqueue } from '#database/outbox/enqueue.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { inviteUsers } from './invite-users.ts'
import type { AccountDesk } from './register-account.ts'

/** Renews an activation link and has it mailed. Throws `not-yours`, `not-found` or `account-activated`. */
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
      .returning(['id', 'password_hash'])
      .executeTakeFirst()
    if (!user) return false
    // Who was imported has yet to choose a password, which a link to activate alone would not let them.
    if (user.password_hash === null) await inviteUsers(trx, [userId], now)
    else await enqueue(trx, 'activation-letter', { user_id: userId }, now)
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
