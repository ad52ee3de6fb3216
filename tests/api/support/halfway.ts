import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'

export interface Halfway<First, Second> {
  /** locks a row that only `first` needs */
  hold(trx: Transaction<Tables>): Promise<unknown>
  first(): Promise<First>
  second(): Promise<Second>
}

/**
 * Holds a row while `first` runs into it and `second` comes after; both are let go once both wait. On PostgreSQL, where
 * who waits can be seen.
 */
export async function halfway<First, Second>(
  database: Database,
  { hold, first, second }: Halfway<First, Second>,
): Promise<[First, Second]> {
  const replies = await database.transaction(async (trx) => {
    await hold(trx)
    const one = first()
    await untilWaiting(database, 1)
    const other = second()
    await untilWaiting(database, 2)
    return [one, other] as const
  })
  return Promise.all(replies)
}

async function untilWaiting({ kysely }: Database, count: number): Promise<void> {
  const query = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (let waiting = 0; waiting < count; ) waiting = (await query.execute(kysely)).rows.length
}
