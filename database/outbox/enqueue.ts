import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { OutboxTasks, TaskKind } from './outbox-tasks.ts'

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
