import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Tasks of the outbox, with the ids that they need: never a key, an address or a name. */
export interface OutboxTasks {
  'activation-letter': { registration_id: number }
  /** for who logged in to an account that was never activated */
  'not-activated-letter': { registration_id: number }
  /** for the person who registered an address that has an account */
  'account-exists-letter': { password_reset_id: number }
  'password-reset-letter': { password_reset_id: number }
  /** for who was imported: with it they choose their first password */
  'invitation-letter': { password_reset_id: number }
  'password-changed-letter': { user_id: number }
  'first-password-letter': { user_id: number }
  /** to the owner of an account at which many wrong passwords were tried; to nobody if there is none, or if they got this letter today */
  'guesses-letter': { user_id: number | null }
  /** to an administrator whose password was right and who has no second factor yet */
  'second-factor-letter': { ticket_id: number }
  /** to the owner of an account who gained or lost a way into it, or at which somebody tries to find one */
  'login-changed-letter': {
    user_id: number
    changed:
      | 'school-linked'
      | 'school-unlinked'
      | 'passkey-added'
      | 'passkey-removed'
      | 'second-factor-made'
      | 'second-factor-removed'
      | 'second-factor-reset'
      | 'recovery-codes-renewed'
      | 'recovery-code-used'
      | 'codes-guessed'
  }
  /** to a student who wants to have it on paper; `from_testmoment_id` of who was moved */
  'enrollment-letter': {
    user_id: number
    happened: 'enrolled' | 'moved' | 'unenrolled'
    testmoment_id: number
    module_id: number
    from_testmoment_id?: number
  }
  /** to who waited for a seat: they have it, or were taken off the list, and why; `from_testmoment_id` of who was moved */
  'waiting-letter': { waiting_outcome_id: number; from_testmoment_id?: number }
  /** to the devices of who got a seat they waited for */
  'seat-push': { user_id: number; testmoment_id: number }
  /** to one recipient of a message */
  'message-letter': { message_id: number; user_id: number }
  /** to the devices of a message's recipients that got no push about it yet; 'change' is of its kind */
  'message-push': { message_id: number }
  'change-push': { message_id: number }
  /** to a student whose result was published, or corrected; and to their devices */
  'result-letter': { publication_id: number }
  'result-push': { publication_id: number }
  /** students may now enroll there */
  'testmoment-opened': { testmoment_id: number }
  /** that ends at this ISO instant, in a day or less */
  'testmoment-closes-soon': { testmoment_id: number; closes_at: string }
}

export type TaskKind = keyof OutboxTasks

/** A task that this process has to itself until `claimed_until`. */
export type ClaimedTask<Kind extends TaskKind = TaskKind> = {
  [Each in Kind]: {
    id: number
    kind: Each
    payload: OutboxTasks[Each]
    /** ISO instant */
    created_at: string
    /** counted from 1, this one included */
    attempts: number
    claimed_until: string
    /** who had it before let their lease pass, since their process died: how far they came nobody knows */
    lapsed: boolean
  }
}[Kind]

/** Notes what is to be done once this transaction is committed, and only then. `now` in ms since the epoch. */
export async function enqueue<Kind extends TaskKind>(
  trx: Transaction<Tables>,
  kind: Kind,
  payload: OutboxTasks[Kind],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString()
  await trx
    .insertInto('outbox')
    .values({ kind, payload: JSON.stringify(payload), created_at: at, available_at: at })
    .execute()
}

/** Enqueues many tasks of a kind by one statement: a chunk of them, not tens of thousands. */
export async function enqueueAll<Kind extends TaskKind>(
  trx: Transaction<Tables>,
  kind: Kind,
  payloads: readonly OutboxTasks[Kind][],
  now: number,
): Promise<void> {
  if (payloads.length === 0) return
  const at = new Date(now).toISOString()
  const rows = payloads.map((payload) => ({
    kind,
    payload: JSON.stringify(payload),
    created_at: at,
    available_at: at,
  }))
  await trx.insertInto('outbox').values(rows).execute()
}
