import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

export interface ForeignKey {
  table: string
  column: string
  target: string
  becomes: 'deleted' | 'nulled' | 'kept'
}

interface Found {
  table: string
  column: string
  target: string
  action: string
}

const ON_SQLITE = `select m.name as "table", k."from" as "column", k."table" as target, k.on_delete as action
  from sqlite_master m join pragma_foreign_key_list(m.name) k where m.type = 'table'`

const ON_POSTGRES = `select t.relname as "table", a.attname as "column", r.relname as target, c.confdeltype::text as action
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.contype = 'f'`

const BECOMES: Record<string, ForeignKey['becomes']> = {
  CASCADE: 'deleted',
  c: 'deleted',
  'SET NULL': 'nulled',
  n: 'nulled',
}

export const isSqlite = ({ kysely }: Pick<Database, 'kysely'>): boolean =>
  kysely.getExecutor().adapter instanceof SqliteAdapter

/** Every column that refers to another table, from the database's own catalogue. */
export async function listForeignKeys(database: Database): Promise<ForeignKey[]> {
  const query = CompiledQuery.raw(isSqlite(database) ? ON_SQLITE : ON_POSTGRES)
  const { rows } = await database.kysely.executeQuery<Found>(query)
  return rows.map(({ action, ...key }) => ({ ...key, becomes: BECOMES[action] ?? 'kept' }))
}

/** Those that lead to `table`, directly or through rows that go with a row of it. */
export function leadingTo(table: string, keys: readonly ForeignKey[]): ForeignKey[] {
  const direct = keys.filter(({ target }) => target === table)
  return direct.flatMap((key) => [key, ...(key.becomes === 'deleted' ? leadingTo(key.table, keys) : [])])
}
