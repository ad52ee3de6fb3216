import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { isSqlite } from './foreign-keys.ts'

/** All that the engine knows of how its tables are made, as lines that can be compared. */
export async function schemaOf(database: Database): Promise<string[]> {
  const { rows } = await sql
    .raw<{ line: string }>(isSqlite(database) ? ON_SQLITE : ON_POSTGRES)
    .execute(database.kysely)
  return rows.map(({ line }) => line).sort()
}

const ON_SQLITE = `select type || ' ' || name || ' on ' || tbl_name || ': ' || coalesce(sql, '') as line from sqlite_schema`

const ON_POSTGRES = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(datetime_precision, 0) || ' '
    || is_nullable || ' ' || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') || ' ' || is_identity as line
  from information_schema.columns where table_schema = 'public'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'function ' || pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
  where pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'`
