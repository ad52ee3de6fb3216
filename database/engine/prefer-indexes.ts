import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Makes PostgreSQL assume that looking up is as good as reading on, as it is in memory and on any disk without arms. By its
 * default it reads all 10,000 users for the 50 that a turn of the event loop asks about: three times the work. A setting
 * of the database, since outside a transaction there is nowhere to say it (see PostgresDriver); who may not change it
 * keeps the default. SQLite has no such setting, and no such opinion.
 */
export async function preferIndexes<DB>(kysely: Kysely<DB>): Promise<void> {
  if (kysely.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`do $$ begin
    execute format('alter database %I set random_page_cost = 1.1', current_database());
    exception when insufficient_privilege then null;
    end $$`.execute(kysely)
}
