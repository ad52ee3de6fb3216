import type { Database } from '#database/engine/open-database.ts'
import { backOff } from './back-off.ts'
import type { ClaimedTask } from './outbox-tasks.ts'

/** Never with a key, a password or a name in it: it is kept, and read by whoever runs the school's server. */
export interface Failure {
  error: string
  /** trying again would fail the same way */
  permanent: boolean
}

/** Some nine hours: whoever mends a mail server in the morning loses none of the night's letters. */
const ATTEMPTS = 20

/** Done, or found to need no doing. */
export const markDone = ({ kysely }: Database, task: ClaimedTask, now: number) =>
  leasedRow({ kysely }, task)
    .set({ done_at: new Date(now).toISOString(), claimed_until: null, last_error: null })
    .execute()

/** Puts the task back for later, or gives it up: it is then done with its last error still there. Tells which. */
export async function markFailed(
  { kysely }: Database,
  task: ClaimedTask,
  { error, permanent }: Failure,
  now: number,
): Promise<'later' | 'given-up'> {
  const over = permanent || task.attempts >= ATTEMPTS
  const at = new Date(now).toISOString()
  await leasedRow({ kysely }, task)
    .set({
      claimed_until: null,
      last_error: error,
      ...(over ? { done_at: at } : { available_at: new Date(now + backOff(task.attempts)).toISOString() }),
    })
    .execute()
  return over ? 'given-up' : 'later'
}

/** Only while the lease is ours: after it another process may have the task, and the word is theirs. */
const leasedRow = ({ kysely }: Pick<Database, 'kysely'>, { id, claimed_until }: ClaimedTask) =>
  kysely.updateTable('outbox').where('id', '=', id).where('claimed_until', '=', claimed_until)
