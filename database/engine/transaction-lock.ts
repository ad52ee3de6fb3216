import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Makes everybody else who takes the lock of this number wait until this transaction ends: for what no row stands for.
 * On SQLite a transaction is the only writer, and needs none. `number` is one that nothing else locks in the database.
 */
export async function takeTransactionLock<DB>(trx: Kysely<DB>, number: number): Promise<void> {
  if (trx.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`select pg_advisory_xact_lock(${sql.lit(number)})`.execute(trx)
}
