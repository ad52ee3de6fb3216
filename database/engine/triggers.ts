import { type Kysely, SqliteAdapter, sql } from 'kysely'

const OPERATIONS = ['insert', 'update', 'delete'] as const

/**
 * Gives the only row of `revisedTable` a new random `revision` in every transaction that changes a row of `tables`, by any user
 * and program. The same revision means the same content, also after a rollback or a restored backup; a counter would give a
 * number twice.
 */
export async function reviseOnChange(
  kysely: Kysely<unknown>,
  revisedTable: string,
  tables: readonly string[],
): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? reviseOnSqlite : reviseOnPostgres
  await install(kysely, revisedTable, tables)
}

/** SQLite has no statement-level triggers; row-level ones cost a write to one page each. */
async function reviseOnSqlite(kysely: Kysely<unknown>, revisedTable: string, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    for (const operation of OPERATIONS)
      await sql`create trigger ${sql.ref(revisionTrigger(revisedTable, table, operation))}
        after ${sql.raw(operation)} on ${sql.table(table)}
        begin update ${sql.table(revisedTable)} set revision = hex(randomblob(16)); end`.execute(kysely)
}

/**
 * Revises once, at the end of the transaction, however many rows it changed: the revision is the last row that it locks.
 * Revised at once, two transactions could deadlock: one has the revision and wants a row of the other, which wants the
 * revision.
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
 * Makes revoking a session, for any reason and by any program, delete the rows of `table` with its `session_id` in the same
 * transaction. Expiry is no revocation.
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

/**
 * Keeps `seat_count.at_most` an upper limit of the students enrolled at a moment: each new enrollment, by any user and program,
 * adds one. Unenrolling subtracts nothing, since it runs without the lock on seats and would wait here for others; the next
 * count corrects it. A moment without a limit has no such row, so nobody waits for it there.
 */
export async function countSeatsTaken(kysely: Kysely<unknown>): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? countOnSqlite : countOnPostgres
  await install(kysely)
}

async function countOnSqlite(kysely: Kysely<unknown>): Promise<void> {
  await sql`create trigger seat_count_after_enrollment after insert on enrollment
    begin update seat_count set at_most = at_most + 1 where testmoment_id = new.testmoment_id; end`.execute(kysely)
  await sql`create trigger seat_count_after_limit after update of seats on testmoment when new.seats = 0
    begin delete from seat_count where testmoment_id = new.id; end`.execute(kysely)
}

/** Runs once for all enrollments of a statement. */
async function countOnPostgres(kysely: Kysely<unknown>): Promise<void> {
  await sql`create function seat_count_adding() returns trigger language plpgsql as $$ begin
    update seat_count set at_most = at_most + made.enrollments
      from (select testmoment_id, count(*) as enrollments from added group by testmoment_id) as made
      where seat_count.testmoment_id = made.testmoment_id;
    return null; end $$`.execute(kysely)
  await sql`create trigger seat_count_after_enrollment after insert on enrollment referencing new table as added
    for each statement execute function seat_count_adding()`.execute(kysely)
  await sql`create function seat_count_ending() returns trigger language plpgsql as $$ begin
    delete from seat_count where testmoment_id = new.id;
    return null; end $$`.execute(kysely)
  await sql`create trigger seat_count_after_limit after update of seats on testmoment for each row when (new.seats = 0)
    execute function seat_count_ending()`.execute(kysely)
}
