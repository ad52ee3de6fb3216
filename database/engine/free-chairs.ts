import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Frees a student's chair at a moment with their last enrollment there, in the same transaction, by any user and any
 * program. Unlike giving a chair it takes no lock: who counts chairs meanwhile finds it taken still.
 */
export async function freeChairs(kysely: Kysely<unknown>): Promise<void> {
  const install = kysely.getExecutor().adapter instanceof SqliteAdapter ? freeOnSqlite : freeOnPostgres
  await install(kysely)
}

async function freeOnSqlite(kysely: Kysely<unknown>): Promise<void> {
  await sql`create trigger chair_after_enrollment after delete on enrollment
    begin delete from chair where testmoment_id = old.testmoment_id and user_id = old.user_id
      and not exists (select 1 from enrollment where user_id = old.user_id and testmoment_id = old.testmoment_id);
    end`.execute(kysely)
}

/** Once for all enrollments of a statement. */
async function freeOnPostgres(kysely: Kysely<unknown>): Promise<void> {
  await sql`create function chair_freeing() returns trigger language plpgsql as $$ begin
    delete from chair using (select distinct testmoment_id, user_id from ended) as gone
      where chair.testmoment_id = gone.testmoment_id and chair.user_id = gone.user_id
      and not exists (select from enrollment
        where enrollment.user_id = gone.user_id and enrollment.testmoment_id = gone.testmoment_id);
    return null; end $$`.execute(kysely)
  await sql`create trigger chair_after_enrollment after delete on enrollment referencing old table as ended
    for each statement execute function chair_freeing()`.execute(kysely)
}
