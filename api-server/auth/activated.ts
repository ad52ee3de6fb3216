import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** What an account no longer has once it is activated: its link, and the day on which it would have gone. */
export const ACTIVATED = {
  activated: true,
  activation_nonce: null,
  activation_expires_at: null,
  registration_ends_at: null,
} as const

/**
 * Makes the links of all registrations of these accounts unknown, with the passwords that were chosen there. A step of
 * whatever activates them, or gives them to somebody the school knows; hundreds at a time.
 */
export async function endRegistrations(trx: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('registration').where('user_id', 'in', userIds).execute()
}
