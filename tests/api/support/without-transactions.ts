import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'

/**
 * Database in which each statement is a transaction of its own. Negative control for SQLite, where a transaction is
 * the only writer, so there is no smaller lock to remove.
 */
export const withoutTransactions = (database: Database): Database => ({
  ...database,
  // it does all that the desk asks of a transaction, except to be one, which is the point
  transaction: (work) => work(database.kysely as Transaction),
})
