import type { Transaction } from '#database/tables.ts'

/** Tasks of the outbox with the ids that they need; never a key, an address or a name. */
export interface OutboxTasks {
  'activation-letter': { registration_id: number }
  /** to a user who logged in to an account that was never activated */
  'not-activated-letter': { registration_id: number }
  /** to a person who registered an address that has an account */
  'account-exists-letter': { password_reset_id: number }
  'password-reset-letter': { password_reset_id: number }
  /** to an imported user, who chooses their first password with it */
  'invitation-letter': { password_reset_id: number }
  'password-changed-letter': { user_id: number }
  'first-password-letter': { user_id: number }
  /** to an account's owner after many wrong passwords; no letter without an account, or if one was sent today */
  'guesses-letter': { user_id: number | null }
  /** to an administrator whose password was right and who has no second factor yet */
  'second-factor-letter': { ticket_id: number }
  /** to the owner of an account that gained or lost a way in, or at which somebody guesses codes */
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
  /** to the former address of an account whose address changed */
  'address-changed-letter': { address_change_id: number }
  /** to a student who wants letters about enrollments; `from_testmoment_id` if they were moved */
  'enrollment-letter': {
    user_id: number
    happened: 'enrolled' | 'moved' | 'unenrolled'
    testmoment_id: number
    module_id: number
    from_testmoment_id?: number
  }
  /** to a student whose wait for a seat ended, with the reason; `from_testmoment_id` if they were moved */
  'waiting-letter': { waiting_outcome_id: number; from_testmoment_id?: number }
  /** to the devices of a student who got a seat after waiting */
  'seat-push': { user_id: number; testmoment_id: number }
  'message-letter': { message_id: number; user_id: number }
  /** to the devices of a message's recipients that got no push about it yet; kind 'change' for messages about a change */
  'message-push': { message_id: number }
  'change-push': { message_id: number }
  /** to a student whose result was published or corrected, by letter and to their devices */
  'result-letter': { publication_id: number }
  'result-push': { publication_id: number }
  /** students may now enroll there */
  'testmoment-opened': { testmoment_id: number }
  /** the time for enrolling there ends at this ISO instant, in a day or less */
  'testmoment-closes-soon': { testmoment_id: number; closes_at: string }
}

export type TaskKind = keyof OutboxTasks

/** Task that only this process may handle until `claimed_until`. */
export type ClaimedTask<Kind extends TaskKind = TaskKind> = {
  [Each in Kind]: {
    id: number
    kind: Each
    payload: OutboxTasks[Each]
    /** ISO instant */
    created_at: string
    /** number of this attempt, from 1 */
    attempts: number
    claimed_until: string
    /** an earlier process died during the task, so it is unknown how far it came */
    lapsed: boolean
  }
}[Kind]

/** Enqueues a task for when this transaction is committed. */
export async function enqueue<Kind extends TaskKind>(
  trx: Transaction,
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

/** Enqueues many tasks of a kind by one statement; pass thousands in chunks. */
export async function enqueueAll<Kind extends TaskKind>(
  trx: Transaction,
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
