import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Makes PostgreSQL assume that random reads cost as much as sequential ones, as in memory and on SSDs. By default it reads all
 * 10,000 users for the 50 that a turn of the event loop asks about: three times the work. Set on the database, since statements
 * outside a transaction have no other place for it (see PostgresDriver); a role that may not set it keeps the default. SQLite
 * needs no such setting.
 */
export async function preferIndexes<DB>(kysely: Kysely<DB>): Promise<void> {
  if (kysely.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`do $$ begin
    execute format('alter database %I set random_page_cost = 1.1', current_database());
    exception when insufficient_privilege then null;
    end $$`.execute(kysely)
}
