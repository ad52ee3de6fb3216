import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { OutboxTasks, TaskKind } from './outbox-tasks.ts'

/** As `enqueue`, for many of a kind by one statement: hundreds of them, not tens of thousands. */
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
