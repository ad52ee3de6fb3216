import { setTimeout as delay } from 'node:timers/promises'
import { SqliteAdapter, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'

export interface Halfway<First, Second> {
  /** locks a row that only `first` needs */
  hold(trx: Transaction): Promise<unknown>
  first(): Promise<First>
  second(): Promise<Second>
}

let holders = 0

/** Whether a test holds rows: a login that begins now would come late, or wait, where the test wants what comes after it to. */
export const isHolding = (): boolean => holders > 0

const holding = <Result>(database: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> => {
  holders += 1
  return database.transaction(work).finally(() => {
    holders -= 1
  })
}

/**
 * Runs `first` and `second` while `hold` keeps a lock, and releases it when both wait, or have ended without waiting as they do
 * if a lock is missing. On SQLite the holder is the only writer, so both just wait.
 */
export async function halfway<First, Second>(
  database: Database,
  { hold, first, second }: Halfway<First, Second>,
): Promise<[First, Second]> {
  const replies = await holding(database, async (trx) => {
    await hold(trx)
    const one = first()
    await untilWaiting(database, 1, one)
    const other = second()
    await untilWaiting(database, 2, other)
    return [one, other] as const
  })
  return Promise.all(replies)
}

/** Runs `act` while a transaction has done `work` and has not committed it. */
export async function meanwhile<Reply>(
  database: Database,
  work: (trx: Transaction) => Promise<unknown>,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const [reply] = await holding(database, async (trx) => {
    await work(trx)
    const reply = act()
    await untilWaiting(database, 1, reply)
    return [reply] as const
  })
  return reply
}

/** Locks a user's row, which is needed to change their account and to record what they did as an administrator. */
export const holdUser = (id: number) => (trx: Transaction) =>
  trx.selectFrom('user').select('id').where('id', '=', id).forUpdate().execute()

/** Allows row locks in the table but no writes: a process that claims rows waits after claiming them. */
export const holdTable = (table: 'message' | 'outbox' | 'push_job' | 'presence') => (trx: Transaction) =>
  trx.getExecutor().adapter instanceof SqliteAdapter
    ? Promise.resolve()
    : sql`lock table ${sql.table(table)} in share mode`.execute(trx)

const POLL_MS = 2

/** Waits until `count` connections wait for a lock, or `last` has ended. Only PostgreSQL shows this. */
export async function untilWaiting(
  { kysely, isRemote }: Database,
  count: number,
  last: Promise<unknown>,
): Promise<void> {
  if (!isRemote) return
  const query = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  let isOver = false
  const end = () => {
    isOver = true
  }
  void last.then(end, end)
  for (;;) {
    const { rows } = await query.execute(kysely)
    if (rows.length >= count || isOver) return
    // Polling without a pause would take processor time from the request that has to wait.
    await delay(POLL_MS)
  }
}
