import { endLogins } from '#api-server/sessions/end-sessions.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import { endRegistrations } from './activate-account.ts'

interface NewAddress {
  user_id: number
  username: string
  former: string
  /** teacher who confirmed it */
  actorId: number
}

/** Replaces the address of a locked account; its logins end, and what was sent to the former address leads nowhere. */
export async function giveAddress(
  trx: Transaction,
  { user_id, username, former, actorId }: NewAddress,
  now: number,
): Promise<void> {
  await readdress(trx, user_id, username)
  const { id } = await trx
    .insertInto('address_change')
    .values({ user_id, username: former, created_at: new Date(now).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(trx, 'address-changed-letter', { address_change_id: id }, now)
  await endLogins(trx, { userId: user_id, actorId, ending: 'address' }, now)
}

/** Replaces the address of a locked account that nobody uses, or whose owner the caller notifies. */
export async function readdress(trx: Transaction, userId: number, username: string): Promise<void> {
  await trx.updateTable('user').set({ username }).where('id', '=', userId).execute()
  await voidLinks(trx, userId)
}

/** Invalidates all links that were sent to the address of a locked account, and logins that are under way. */
export async function voidLinks(trx: Transaction, userId: number): Promise<void> {
  await trx
    .updateTable('user')
    .set({ activation_nonce: null, activation_expires_at: null, registration_ends_at: null })
    .where('id', '=', userId)
    .execute()
  await endRegistrations(trx, [userId])
  await trx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
  // Challenges stay, so that one that was answered cannot be answered again.
  await trx.deleteFrom('login_ticket').where('user_id', '=', userId).where('kind', '<>', 'challenge').execute()
}
