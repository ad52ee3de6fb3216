import type { Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Tables } from '#database/tables.ts'

/** From the commit on, no token of this user is worth anything. `now` in ms since the epoch. */
export async function endLogins(trx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await trx
    .updateTable('user')
    .set((column) => ({ token_version: column('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await trx
    .updateTable('session')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  await announce(trx, [{ event: 'loginsEnded', user_id: userId }])
}
