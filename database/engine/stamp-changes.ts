import { type Kysely, SqliteAdapter, sql } from 'kysely'

const OPERATIONS = ['insert', 'update', 'delete'] as const

/**
 * Gives the one row of `stampedTable` a new random `stamp` within every transaction that changes a row of `tables`,
 * whoever makes the change and by whatever program. Same stamp, same content: also after a rollback, and after a backup
 * was put back, where a counter would give a number twice.
 */
export async function stampChanges(
  kysely: Kysely<unknown>,
  stampedTable: string,
  tables: readonly string[],
): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? onSqlite : onPostgres
  await install(kysely, stampedTable, tables)
}

/** There are no triggers for a whole statement; one for each row costs a write to one page. */
async function onSqlite(kysely: Kysely<unknown>, stampedTable: string, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    for (const operation of OPERATIONS)
      await sql`create trigger ${sql.ref(nameOf(stampedTable, table, operation))}
        after ${sql.raw(operation)} on ${sql.table(table)}
        begin update ${sql.table(stampedTable)} set stamp = hex(randomblob(16)); end`.execute(kysely)
}

/**
 * At the end of the transaction, however many rows it changed, and once: the stamp is the last thing that it locks. Stamped
 * at once, two who change different things would wait for each other: one has the stamp and wants a row that the other
 * has, who wants the stamp.
 */
async function onPostgres(kysely: Kysely<unknown>, stampedTable: string, tables: readonly string[]): Promise<void> {
  const stamping = sql.ref(`${stampedTable}_stamping`)
  await sql`create function ${stamping}() returns trigger language plpgsql as $$ begin
    update ${sql.table(stampedTable)} set stamp = gen_random_uuid()::text where xmin <> pg_current_xact_id()::xid;
    return null; end $$`.execute(kysely)
  for (const table of tables) {
    await sql`create constraint trigger ${sql.ref(nameOf(stampedTable, table, 'change'))}
      after insert or update or delete on ${sql.table(table)} deferrable initially deferred
      for each row execute function ${stamping}()`.execute(kysely)
    await sql`create trigger ${sql.ref(nameOf(stampedTable, table, 'truncate'))}
      after truncate on ${sql.table(table)} for each statement execute function ${stamping}()`.execute(kysely)
  }
}

const nameOf = (stampedTable: string, table: string, operation: string) => `${stampedTable}_after_${operation}_${table}`
