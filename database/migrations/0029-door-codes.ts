import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { columnsOf, no, ownedBy, required } from '#database/engine/columns.ts'

/** Codes by which students are ticked at the door. Only what makes an earlier code invalid is stored. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag, instant } = columnsOf(kysely)
  const { schema } = kysely
  // A student without a row has generation 0.
  await schema
    .createTable('door_code')
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('generation', 'integer', required)
    .addColumn(...instant('renewed_at'))
    .addPrimaryKeyConstraint('door_code_once', ['user_id', 'testmoment_id'])
    .execute()
  await schema.createIndex('door_codes_at_moment').on('door_code').column('testmoment_id').execute()
  await schema
    .alterTable('presence_tick')
    .addColumn(...flag('by_code'), no)
    .execute()
  const isSqlite = kysely.getExecutor().adapter instanceof SqliteAdapter
  await (isSqlite ? renewOnSqlite : renewOnPostgres)(kysely)
}

// The last enrollment of a student at a moment makes their code there invalid when it ends, by any user and any program.
// Deleting the student or the moment itself leaves nothing.

async function renewOnSqlite(kysely: Kysely<unknown>): Promise<void> {
  await sql`create trigger door_code_after_enrollment after delete on enrollment
    begin insert into door_code (user_id, testmoment_id, generation)
      select old.user_id, old.testmoment_id, 1
      where exists (select 1 from "user" where id = old.user_id)
      and exists (select 1 from testmoment where id = old.testmoment_id)
      and not exists (select 1 from enrollment where user_id = old.user_id and testmoment_id = old.testmoment_id)
      on conflict (user_id, testmoment_id) do update set generation = generation + 1, renewed_at = null;
    end`.execute(kysely)
}

async function renewOnPostgres(kysely: Kysely<unknown>): Promise<void> {
  await sql`create function door_code_renewing() returns trigger language plpgsql as $$ begin
    insert into door_code (user_id, testmoment_id, generation)
      select distinct ended.user_id, ended.testmoment_id, 1 from ended
      where exists (select from "user" where id = ended.user_id)
      and exists (select from testmoment where id = ended.testmoment_id)
      and not exists (select from enrollment
        where enrollment.user_id = ended.user_id and enrollment.testmoment_id = ended.testmoment_id)
      on conflict (user_id, testmoment_id) do update set generation = door_code.generation + 1, renewed_at = null;
    return null; end $$`.execute(kysely)
  await sql`create trigger door_code_after_enrollment after delete on enrollment referencing old table as ended
    for each statement execute function door_code_renewing()`.execute(kysely)
}
