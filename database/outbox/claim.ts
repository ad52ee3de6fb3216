import type { Kysely } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { ClaimedTask, TaskKind } from './outbox-tasks.ts'

export interface Claim<Kind extends TaskKind> {
  kinds: readonly Kind[]
  /** at most this many */
  limit: number
  /** ms within which they must be settled: longer than doing them can take, since whoever lets it pass loses them */
  lease: number
  /** ms since the epoch */
  now: number
}

/**
 * Takes the tasks that have been due longest. Of several processes that claim at once each gets others; a task whose
 * lease ran out, since its process died, is given again.
 */
export async function claim<Kind extends TaskKind>(
  { kysely, transaction }: Database,
  { kinds, limit, lease, now }: Claim<Kind>,
): Promise<ClaimedTask<Kind>[]> {
  const at = new Date(now).toISOString()
  // Looked for first without a transaction, which on SQLite would keep writers waiting though there is nothing to do.
  if (!(await due(kysely, kinds, at).limit(1).executeTakeFirst())) return []
  const rows = await transaction(async (trx) => {
    // Locked by a statement of its own: within an update PostgreSQL may ask the limited question more than once.
    const mine = await due(trx, kinds, at).limit(limit).forUpdate().skipLocked().execute()
    if (mine.length === 0) return []
    return trx
      .updateTable('outbox')
      .set((column) => ({
        claimed_until: new Date(now + lease).toISOString(),
        attempts: column('attempts', '+', 1),
      }))
      .where(
        'id',
        'in',
        mine.map(({ id }) => id),
      )
      .returning(['id', 'kind', 'payload', 'created_at', 'attempts', 'claimed_until'])
      .execute()
  })
  // Kind and payload were put there together by `enqueue`, which the database's text columns cannot tell.
  const tasks = rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) })) as ClaimedTask<Kind>[]
  return tasks.sort((one, other) => one.id - other.id)
}

const due = (kysely: Kysely<Tables>, kinds: readonly TaskKind[], at: string) =>
  kysely
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('kind', 'in', kinds)
    .where('available_at', '<=', at)
    .where((either) => either.or([either('claimed_until', 'is', null), either('claimed_until', '<=', at)]))
    .orderBy('available_at')
    .orderBy('id')
