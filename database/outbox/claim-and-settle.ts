import { type Kysely, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { backOff } from './back-off.ts'
import type { ClaimedTask, TaskKind } from './outbox-tasks.ts'

interface Claim<Kind extends TaskKind> {
  kinds: readonly Kind[]
  /** at most this many */
  limit: number
  /** ms within which they must be settled: longer than doing them can take, since a worker that lets it pass loses them */
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
    const lapsed = new Set(mine.filter(({ claimed_until }) => claimed_until !== null).map(({ id }) => id))
    const claimed = await trx
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
    return claimed.map((row) => ({ ...row, lapsed: lapsed.has(row.id) }))
  })
  // Kind and payload were put there together by `enqueue`; the types of the database's text columns cannot say so.
  const tasks = rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) })) as ClaimedTask<Kind>[]
  return tasks.sort((one, other) => one.id - other.id)
}

const due = (kysely: Kysely<Tables>, kinds: readonly TaskKind[], at: string) =>
  kysely
    .selectFrom('outbox')
    .select(['id', 'claimed_until'])
    .where('done_at', 'is', null)
    .where('kind', 'in', kinds)
    .where('available_at', '<=', at)
    .where((either) => either.or([either('claimed_until', 'is', null), either('claimed_until', '<=', at)]))
    .orderBy('available_at')
    .orderBy('id')

/** Never with a key, a password or a name in it: it is kept, and read by the administrators of the school's server. */
export interface Failure {
  error: string
  /** trying again would fail the same way */
  permanent: boolean
}

/** About nine hours: a mail server mended in the morning loses none of the night's letters. */
const ATTEMPTS = 20

/** Done, or found to need no doing. */
export const markDone = ({ kysely }: Pick<Database, 'kysely'>, task: ClaimedTask, now: number) =>
  leasedRow({ kysely }, task)
    .set({ done_at: new Date(now).toISOString(), claimed_until: null, last_error: null })
    .execute()

/**
 * Puts the task back for later, or gives it up: it is then done with its last error still there. Returns which; 'lapsed'
 * when neither, since the lease is over and another process may have it.
 */
export async function markFailed(
  { kysely }: Pick<Database, 'kysely'>,
  task: ClaimedTask,
  { error, permanent }: Failure,
  now: number,
): Promise<'later' | 'given-up' | 'lapsed'> {
  const over = permanent || task.attempts >= ATTEMPTS
  const at = new Date(now).toISOString()
  const { numUpdatedRows } = await leasedRow({ kysely }, task)
    .set({
      claimed_until: null,
      last_error: error,
      ...(over ? { done_at: at } : { available_at: new Date(now + backOff(task.attempts)).toISOString() }),
    })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 'lapsed'
  return over ? 'given-up' : 'later'
}

/** Only while the lease is ours: after it another process may have the task, and the word is theirs. */
const leasedRow = ({ kysely }: Pick<Database, 'kysely'>, { id, claimed_until }: ClaimedTask) =>
  kysely.updateTable('outbox').where('id', '=', id).where('claimed_until', '=', claimed_until)

interface OutboxCount {
  kind: string
  count: number
  /** ISO instant since which the one that waits longest has been due; later than now when none is due */
  oldest: string
  /** number of those that failed at least once and will be tried again */
  failing: number
  /** ISO instant at which the first of the failing was put there; null where there is none */
  failing_since: string | null
}

/** The tasks that are not done, by kind. */
export const countOutbox = (kysely: Kysely<Tables>): Promise<OutboxCount[]> =>
  kysely
    .selectFrom('outbox')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.min('available_at').as('oldest'),
      fn.count<number>('last_error').as('failing'),
      fn.min(sql<string | null>`case when last_error is not null then created_at end`).as('failing_since'),
    ])
    .where('done_at', 'is', null)
    .groupBy('kind')
    .execute()
