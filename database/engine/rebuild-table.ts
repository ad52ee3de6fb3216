import { type CreateTableBuilder, type Kysely, type RawBuilder, SqliteAdapter, sql, type Transaction } from 'kysely'

export interface Rebuild {
  /** SQLite: the whole table as it is to be, with its columns and constraints; its indexes and triggers stay. */
  create(table: CreateTableBuilder<string>): { execute(): Promise<void> }
  /** PostgreSQL: what changes of it. */
  alter(kysely: Kysely<unknown>): Promise<void>
  /** SQLite: what a column holds from now on, where that is not what the column of its name held. */
  values?: Readonly<Record<string, RawBuilder<unknown>>>
}

/**
 * Changes what `alter table` of SQLite cannot: a column's type, default or `not null`, a constraint, a reference. The migration
 * that asks for it says `foreignKeysOff`. An index on a column that goes has to be dropped first.
 *
 * SQLite's own twelve steps (https://sqlite.org/lang_altertable.html#otheralter): a new table takes the rows, the old one's
 * place and its name. While foreign keys are minded, dropping the old one deletes its rows first, and with them all that
 * belongs to them in other tables; so they have to be off, which is possible outside a transaction only.
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
  // Else it looks whether all triggers make sense, and those of other tables may speak of the one that is gone just now.
  await sql`pragma legacy_alter_table = on`.execute(kysely)
  await sql`alter table ${sql.table(draft)} rename to ${sql.table(table)}`.execute(kysely)
  await sql`pragma legacy_alter_table = off`.execute(kysely)
  for (const statement of around) await sql.raw(statement).execute(kysely)
  if (highest !== undefined) await goOnFrom(kysely, table, highest)
}

/** One transaction in which SQLite minds foreign keys only at the end: a reference that then leads nowhere undoes it all. */
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

/** Its indexes and triggers, which go with it, as statements that make them again. */
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

/** The last number that it gave, maybe to a row that is gone: no other row may get it. */
async function highestNumber(kysely: Kysely<unknown>, table: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(kysely)
  return rows[0]?.seq
}

async function goOnFrom(kysely: Kysely<unknown>, table: string, number: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(kysely)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(kysely)
}
