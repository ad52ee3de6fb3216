import type { Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Tables } from '#database/tables.ts'
import { ACTIVATED, endRegistrations } from './activated.ts'

export interface NewPassword {
  reset_id: number
  user_id: number
  password_hash: string
  /** ms since the epoch */
  now: number
}

/**
 * Sets a password by a reset; false when that was used meanwhile. Every login and every other reset of the account ends
 * with it. An account that waits for its activation is activated, one that was switched off stays off: see
 * link-key.rationale.md.
 */
export async function writePassword(
  trx: Transaction<Tables>,
  { reset_id, user_id, password_hash, now }: NewPassword,
): Promise<boolean> {
  const at = new Date(now).toISOString()
  // The account before its resets, so that two of them that are used at once pass in turn.
  const account = await trx
    .selectFrom('user')
    .select(['activation_nonce', 'password_hash'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false

  const openResets = trx.updateTable('password_reset').set({ used_at: at }).where('used_at', 'is', null)
  const used = await openResets.where('id', '=', reset_id).returning('id').executeTakeFirst()
  if (!used) return false
  await openResets.where('user_id', '=', user_id).execute()

  await trx
    .updateTable('user')
    .set((column) => ({
      password_hash,
      token_version: column('token_version', '+', 1),
      version: column('version', '+', 1),
      ...(account.activation_nonce === null ? {} : ACTIVATED),
    }))
    .where('id', '=', user_id)
    .execute()
  await endRegistrations(trx, [user_id])
  await trx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
  await announce(trx, [{ event: 'loginsEnded', user_id }])
  const letter = account.password_hash === null ? 'first-password-letter' : 'password-changed-letter'
  await enqueue(trx, letter, { user_id }, now)
  return true
}
