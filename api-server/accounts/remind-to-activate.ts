import { activationExpiry, newLinkNonce, REMINDERS_AN_HOUR, registrationEnd } from '#api-server/facts/link-key.ts'
import { openTicket } from '#api-server/logins/tickets.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'

const HOUR_MS = 3_600_000

export interface WaitingAccount {
  user_id: number
  /** the last registration, whose password was given */
  registration_id: number
}

/**
 * Resends the link of an account's last registration to a person who logged in with its password before activating. The link
 * is then valid as long as a new one. The reply can't say so, since it would reveal that the account is not activated. For
 * other failed logins (undefined) the same two statements run without effect.
 */
export async function remindToActivate(
  { database, letters }: { database: Database; letters: Pick<LetterDelivery, 'wake'> },
  waiting: WaitingAccount | undefined,
  now: number,
): Promise<void> {
  const { user_id = 0, registration_id = 0 } = waiting ?? {}
  await database.transaction(async (trx) => {
    // Accounts switched off by a teacher or activated meanwhile are not found; others are locked by this.
    const user = await trx
      .updateTable('user')
      .set({ registration_ends_at: registrationEnd(now) })
      .where('id', '=', user_id)
      .where('activated', '=', false)
      .where('registration_ends_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    const { sent } = await trx
      .selectFrom('login_ticket')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      .where('kind', '=', 'activation-reminder')
      .where('user_id', '=', user_id)
      .where('created_at', '>', new Date(now - HOUR_MS).toISOString())
      .executeTakeFirstOrThrow()
    if (!user || sent >= REMINDERS_AN_HOUR) return
    await openTicket(trx, { kind: 'activation-reminder', secret: newLinkNonce(), userId: user_id }, now)
    await trx
      .updateTable('registration')
      .set({ expires_at: activationExpiry(now) })
      .where('id', '=', registration_id)
      .execute()
    await enqueue(trx, 'not-activated-letter', { registration_id }, now)
  })
  letters.wake()
}
