import type { Transaction } from 'kysely'
import { newLinkNonce } from '#api-server/auth/link-key.ts'
import { invitationExpiry } from '#api-server/auth/link-limits.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import type { Tables } from '#database/tables.ts'

/**
 * Has a letter written to each, with a link to choose their first password. For accounts that wait for their activation,
 * which choosing it brings. A step of a larger transaction; hundreds at a time.
 */
export async function inviteUsers(trx: Transaction<Tables>, userIds: readonly number[], now: number): Promise<void> {
  const created_at = new Date(now).toISOString()
  const expires_at = invitationExpiry(now)
  const invitations = await trx
    .insertInto('password_reset')
    .values(userIds.map((user_id) => ({ nonce: newLinkNonce(), user_id, created_at, expires_at })))
    .returning('id')
    .execute()
  const payloads = invitations.map(({ id }) => ({ password_reset_id: id }))
  await enqueueAll(trx, 'invitation-letter', payloads, now)
}
