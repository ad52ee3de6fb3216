import { type Kysely, SqliteAdapter, sql } from 'kysely'

const OPERATIONS = ['insert', 'update', 'delete'] as const

/**
 * Gives the one row of `revisedTable` a new random `revision` within every transaction that changes a row of `tables`,
 * whoever makes the change and by whatever program. Same revision, same content: also after a rollback, and after a backup
 * was put back, where a counter would give a number twice.
 */
export async function reviseOnChange(
  kysely: Kysely<unknown>,
  revisedTable: string,
  tables: readonly string[],
): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? reviseOnSqlite : reviseOnPostgres
  await install(kysely, revisedTable, tables)
}

/** There are no triggers for a whole statement; one for each row costs a write to one page. */
async function reviseOnSqlite(kysely: Kysely<unknown>, revisedTable: string, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    for (const operation of OPERATIONS)
      await sql`create trigger ${sql.ref(revisionTrigger(revisedTable, table, operation))}
        after ${sql.raw(operation)} on ${sql.table(table)}
        begin update ${sql.table(revisedTable)} set revision = hex(randomblob(16)); end`.execute(kysely)
}

/**
 * At the end of the transaction, however many rows it changed, and once: the revision is the last thing that it locks. Revised
 * at once, two who change different things would wait for each other: one has the revision and wants a row that the other
 * has, who wants the revision.
 */
async function reviseOnPostgres(
  kysely: Kysely<unknown>,
  revisedTable: string,
  tables: readonly string[],
): Promise<void> {
  const revising = sql.ref(`${revisedTable}_revising`)
  await sql`create function ${revising}() returns trigger language plpgsql as $$ begin
    update ${sql.table(revisedTable)} set revision = gen_random_uuid()::text where xmin <> pg_current_xact_id()::xid;
    return null; end $$`.execute(kysely)
  for (const table of tables) {
    await sql`create constraint trigger ${sql.ref(revisionTrigger(revisedTable, table, 'change'))}
      after insert or update or delete on ${sql.table(table)} deferrable initially deferred
      for each row execute function ${revising}()`.execute(kysely)
    await sql`create trigger ${sql.ref(revisionTrigger(revisedTable, table, 'truncate'))}
      after truncate on ${sql.table(table)} for each statement execute function ${revising}()`.execute(kysely)
  }
}

const revisionTrigger = (revisedTable: string, table: string, operation: string) =>
  `${revisedTable}_after_${operation}_${table}`

/**
 * Whoever revokes a login, for whatever reason and by whatever program, ends what that login asked for in the same
 * transaction: the rows of `table` with its `session_id`. One that merely expires is no revocation.
 */
export async function followRevocation(kysely: Kysely<unknown>, table: string): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? followOnSqlite : followOnPostgres
  await install(kysely, table)
}

async function followOnSqlite(kysely: Kysely<unknown>, table: string): Promise<void> {
  await sql`create trigger ${sql.ref(revocationTrigger(table))}
    after update of revoked_at on session when new.revoked_at is not null and old.revoked_at is null
    begin delete from ${sql.table(table)} where session_id = new.id; end`.execute(kysely)
}

async function followOnPostgres(kysely: Kysely<unknown>, table: string): Promise<void> {
  await sql`create function ${sql.ref(revocationTrigger(table))}() returns trigger language plpgsql as $$ begin
    delete from ${sql.table(table)} where session_id = new.id;
    return null; end $$`.execute(kysely)
  await sql`create trigger ${sql.ref(revocationTrigger(table))}
    after update of revoked_at on session for each row when (new.revoked_at is not null and old.revoked_at is null)
    execute function ${sql.ref(revocationTrigger(table))}()`.execute(kysely)
}

const revocationTrigger = (table: string) => `${table}_after_revocation`
