import { SqliteAdapter, sql } from 'kysely'
import type { Kysely } from '#database/tables.ts'

/**
 * Makes PostgreSQL plan as if each of these tables had `times` the rows, by changing the row counts in its statistics. SQLite's
 * plans do not depend on row counts.
 */
export async function imagineMoreRows(kysely: Kysely, tables: readonly string[], times: number): Promise<void> {
  if (kysely.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`update pg_class set reltuples = reltuples * ${times}
    where oid in (select c.oid from pg_class c where c.relname in (${sql.join(tables)}) and c.relnamespace = 'public'::regnamespace
      union select i.indexrelid from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relname in (${sql.join(tables)}) and c.relnamespace = 'public'::regnamespace)`.execute(kysely)
}
