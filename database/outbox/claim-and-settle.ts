import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { backOff } from './back-off.ts'
import type { ClaimedTask, TaskKind } from './outbox-tasks.ts'

interface Claim<Kind extends TaskKind> {
  kinds: readonly Kind[]
  /** most tasks to claim */
  limit: number
  /** ms within which they must be settled, longer than they can take; after it other workers may claim them */
  lease: number
  now: number
}

/**
 * Claims the tasks that have been due longest. Processes that claim at once get different tasks; a task whose lease ran out,
 * since its process died, is claimed again.
 */
export async function claim<Kind extends TaskKind>(
  { kysely, transaction }: Database,
  { kinds, limit, lease, now }: Claim<Kind>,
): Promise<ClaimedTask<Kind>[]> {
  const at = new Date(now).toISOString()
  // Looks first without a transaction, which on SQLite would make writers wait although nothing is due.
  if (!(await due(kysely, kinds, at).limit(1).executeTakeFirst())) return []
  const rows = await transaction(async (trx) => {
    // Locks in a statement of its own: within an update PostgreSQL may run the limited subquery more than once.
    const mine = await due(trx, kinds, at).limit(limit).forUpdate().skipLocked().execute()
    if (mine.length === 0) return []
    const lapsed = new Set(mine.filter(({ claimed_until }) => claimed_until !== null).map(({ id }) => id))
    const ids = mine.map(({ id }) => id)
    const claimed = await trx
      .updateTable('outbox')
      .set((column) => ({
        claimed_until: new Date(now + lease).toISOString(),
        attempts: column('attempts', '+', 1),
      }))
      .where('id', 'in', ids)
      .returning(['id', 'kind', 'payload', 'created_at', 'attempts', 'claimed_until'])
      .execute()
    return claimed.map((row) => ({ ...row, lapsed: lapsed.has(row.id) }))
  })
  // `enqueue` wrote kind and payload together; the types of the text columns cannot express that.
  const tasks = rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) })) as ClaimedTask<Kind>[]
  return tasks.sort((one, other) => one.id - other.id)
}

const due = (kysely: Kysely, kinds: readonly TaskKind[], at: string) =>
  kysely
    .selectFrom('outbox')
    .select(['id', 'claimed_until'])
    .where('done_at', 'is', null)
    .where('kind', 'in', kinds)
    .where('available_at', '<=', at)
    .where((either) => either.or([either('claimed_until', 'is', null), either('claimed_until', '<=', at)]))
    .orderBy('available_at')
    .orderBy('id')

/** Failure of a task. Never contains a key, password or name: it is stored, and the server's administrators read it. */
export interface Failure {
  error: string
  /** a retry would fail the same way */
  permanent: boolean
}

/** About nine hours of retries: a mail server repaired in the morning still gets all letters of the night. */
const ATTEMPTS = 20

/** Marks tasks that were claimed together as done, or as not needed. */
export const markDone = ({ kysely }: Pick<Database, 'kysely'>, tasks: readonly ClaimedTask[], now: number) =>
  leasedRows({ kysely }, tasks)
    .set({ done_at: new Date(now).toISOString(), claimed_until: null, last_error: null })
    .execute()

/**
 * Schedules a retry of the task, or gives it up: it is then done, with its last error. Returns which of the two, or 'lapsed'
 * with no change if the lease is over and another process may have the task.
 */
export async function markFailed(
  { kysely }: Pick<Database, 'kysely'>,
  task: ClaimedTask,
  { error, permanent }: Failure,
  now: number,
): Promise<'later' | 'given-up' | 'lapsed'> {
  const over = permanent || task.attempts >= ATTEMPTS
  const at = new Date(now).toISOString()
  const { numUpdatedRows } = await leasedRows({ kysely }, [task])
    .set({
      claimed_until: null,
      last_error: error,
      ...(over ? { done_at: at } : { available_at: new Date(now + backOff(task.attempts)).toISOString() }),
    })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 'lapsed'
  return over ? 'given-up' : 'later'
}

/** Rows of tasks that were claimed together, while we hold their lease; after it another process may have them. */
const leasedRows = ({ kysely }: Pick<Database, 'kysely'>, tasks: readonly ClaimedTask[]) =>
  kysely
    .updateTable('outbox')
    .where(
      'id',
      'in',
      tasks.map(({ id }) => id),
    )
    .where(
      'claimed_until',
      'in',
      tasks.map(({ claimed_until }) => claimed_until),
    )

interface OutboxCount {
  kind: string
  count: number
  /** ISO instant since which the oldest task is due; in the future if none is due */
  oldest: string
  /** number of tasks that failed at least once and will be retried */
  failing: number
  /** ISO instant at which the oldest failing task was enqueued; null if there is none */
  failing_since: string | null
}

export const countOutbox = (kysely: Kysely): Promise<OutboxCount[]> =>
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
