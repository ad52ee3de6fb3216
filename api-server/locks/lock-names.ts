import { SqliteAdapter, sql, type Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Any number that nothing else locks in this database. */
const NAMES = 3_200_118

/**
 * Makes everybody else who gives a school year or department a name wait, until this transaction ends. No key can keep
 * two from one name: schools have some that are called alike. And no row can be locked for a name that nothing has yet.
 * After the school and the record, before students; a statement of its own, as in `lockStudents`.
 */
export async function lockNames(trx: Transaction<Tables>): Promise<void> {
  if (trx.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`select pg_advisory_xact_lock(${sql.lit(NAMES)})`.execute(trx)
}
