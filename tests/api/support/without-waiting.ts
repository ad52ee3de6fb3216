import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

/**
 * Has a SQLite connection say at once that another one writes. Waiting within SQLite blocks the event loop, which lets a
 * process of its own finish; where both connections are of one process, nobody gets on until that wait is over.
 */
export async function withoutWaiting(database: Database): Promise<Database> {
  if (!database.isRemote) await sql.raw('pragma busy_timeout = 0').execute(database.kysely)
  return database
}
