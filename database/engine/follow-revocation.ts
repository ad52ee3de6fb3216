import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Whoever revokes a login, for whatever reason and by whatever program, ends what that login asked for in the same
 * transaction: the rows of `table` with its `session_id`. One that merely expires is no revocation.
 */
export async function followRevocation(kysely: Kysely<unknown>, table: string): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? onSqlite : onPostgres
  await install(kysely, table)
}

async function onSqlite(kysely: Kysely<unknown>, table: string): Promise<void> {
  await sql`create trigger ${sql.ref(nameOf(table))}
    after update of revoked_at on session when new.revoked_at is not null and old.revoked_at is null
    begin delete from ${sql.table(table)} where session_id = new.id; end`.execute(kysely)
}

async function onPostgres(kysely: Kysely<unknown>, table: string): Promise<void> {
  await sql`create function ${sql.ref(nameOf(table))}() returns trigger language plpgsql as $$ begin
    delete from ${sql.table(table)} where session_id = new.id;
    return null; end $$`.execute(kysely)
  await sql`create trigger ${sql.ref(nameOf(table))}
    after update of revoked_at on session for each row when (new.revoked_at is not null and old.revoked_at is null)
    execute function ${sql.ref(nameOf(table))}()`.execute(kysely)
}

const nameOf = (table: string) => `${table}_after_revocation`
