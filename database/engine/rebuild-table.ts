import { type CreateTableBuilder, type Kysely, type RawBuilder, SqliteAdapter, sql, type Transaction } from 'kysely'

export interface Rebuild {
  /** SQLite: creates the new table with its columns and constraints; indexes and triggers stay. */
  create(table: CreateTableBuilder<string>): { execute(): Promise<void> }
  /** PostgreSQL: alters the table. */
  alter(kysely: Kysely<unknown>): Promise<void>
  /** SQLite: values of new columns, and of those that do not keep the value of the column with the same name. */
  values?: Readonly<Record<string, RawBuilder<unknown>>>
}

/**
 * Changes what SQLite's `alter table` cannot: a column's type, default or `not null`, a constraint, a reference. The migration
 * must set `foreignKeysOff`. Drop an index on a removed column first.
 *
 * Follows SQLite's twelve steps (https://sqlite.org/lang_altertable.html#otheralter): copies the rows to a new table, which
 * replaces the old one. With foreign keys on, dropping the old table would delete its rows first, and with them their
 * dependents in other tables; so they must be off, which is possible only outside a transaction.
 */
export async function rebuildTable(
  kysely: Kysely<unknown>,
  table: string,
  { create, alter, values = {} }: Rebuild,
): Promise<void> {
  if (!isSqlite(kysely)) return alter(kysely)
  if (await mindsForeignKeys(kysely))
    throw new Error(`Rebuilding ${table} would delete what belongs to its rows: its migration says foreignKeysOff.`)

  const draft = `rebuilt_${table}`
  const around = await aroundTable(kysely, table)
  const highest = await highestNumber(kysely, table)
  await create(kysely.schema.createTable(draft)).execute()

  const known = new Set(await columnsIn(kysely, table))
  const filled = (await columnsIn(kysely, draft)).filter((name) => known.has(name) || name in values)
  await sql`insert into ${sql.table(draft)} (${sql.join(filled.map((name) => sql.ref(name)))})
    select ${sql.join(filled.map((name) => values[name] ?? sql.ref(name)))} from ${sql.table(table)}`.execute(kysely)

  await sql`drop table ${sql.table(table)}`.execute(kysely)
  // Otherwise SQLite checks all triggers, and those of other tables may mention the table that was just dropped.
  await sql`pragma legacy_alter_table = on`.execute(kysely)
  await sql`alter table ${sql.table(draft)} rename to ${sql.table(table)}`.execute(kysely)
  await sql`pragma legacy_alter_table = off`.execute(kysely)
  for (const statement of around) await sql.raw(statement).execute(kysely)
  if (highest !== undefined) await goOnFrom(kysely, table, highest)
}

/** Runs a transaction in which SQLite checks foreign keys only at the end: a broken reference rolls it back. */
export async function transactionWithoutForeignKeys<DB>(
  kysely: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  if (!isSqlite(kysely)) return kysely.transaction().execute(work)
  await kysely.connection().execute(async (connection) => {
    await sql`pragma foreign_keys = off`.execute(connection)
    try {
      await connection.transaction().execute(async (trx) => {
        await work(trx)
        const { rows } = await sql`pragma foreign_key_check`.execute(trx)
        if (rows.length > 0) throw new Error(`References lead nowhere: ${JSON.stringify(rows.slice(0, 5))}`)
      })
    } finally {
      await sql`pragma foreign_keys = on`.execute(connection)
    }
  })
}

const isSqlite = <DB>(kysely: Kysely<DB>) => kysely.getExecutor().adapter instanceof SqliteAdapter

async function mindsForeignKeys(kysely: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(kysely)
  return rows[0]?.foreign_keys === 1
}

/** Indexes and triggers of a table, which are dropped with it, as statements that create them again. */
async function aroundTable(kysely: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema
    where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null order by type, rowid`.execute(kysely)
  return rows.map((row) => row.sql)
}

async function columnsIn(kysely: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(kysely)
  return rows.map(({ name }) => name)
}

/** Last id that the table gave out, maybe to a deleted row: no other row may get it. */
async function highestNumber(kysely: Kysely<unknown>, table: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(kysely)
  return rows[0]?.seq
}

async function goOnFrom(kysely: Kysely<unknown>, table: string, number: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(kysely)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(kysely)
}
