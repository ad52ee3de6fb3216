import { CompiledQuery, type ControlledTransaction, sql } from 'kysely'
import type { Kysely, Tables } from '#database/tables.ts'

/** Time (ms) that sessions may take to end. */
const ENDING_TIMEOUT_MS = 10_000

/** ms between two polls. */
const POLL_MS = 10

/**
 * Makes this database read-only, on behalf of its owner. `locking` holds write locks on the tables until its session has ended
 * all others that could still write: a client that waited for a table gets an error instead. `second` is another, single
 * connection. Rejects on failure; then the database can be written as before.
 */
export async function retirePostgres(locking: ControlledTransaction<Tables>, second: Kysely): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(second)
  const [ended, set] = await Promise.allSettled([
    locking.executeQuery(CompiledQuery.raw(endOthers(rows[0]?.pid ?? 0))),
    alter(second, 'set default_transaction_read_only = on'),
  ])
  if (ended.status === 'fulfilled') return
  await alter(second, 'reset default_transaction_read_only')
  throw set.status === 'rejected' ? set.reason : ended.reason
}

const alter = (kysely: Kysely, what: string) =>
  sql.raw(`do $$ begin execute format('alter database %I ${what}', current_database()); end $$`).execute(kysely)

/**
 * One statement, which starts before the setting is made: if we are killed at any point, it goes on to end the others and only
 * then, finding no client, releases its locks.
 *
 * A session reads the setting when it starts, and is listed only afterwards; until then it has its database locked
 * (InitPostgres in PostgreSQL's postinit.c). Sessions that can write no table, like a monitor's, may stay.
 */
const endOthers = (second: number) => `do $$
  declare
    latest constant timestamptz := clock_timestamp() + interval '${ENDING_TIMEOUT_MS} ms';
    here constant oid := (select oid from pg_database where datname = current_database());
    others int[];
  begin
    while not exists (select from pg_db_role_setting
        where setdatabase = here and setrole = 0 and 'default_transaction_read_only=on' = any(setconfig))
      or exists (select from pg_locks
        where classid = 'pg_database'::regclass and objid = here and mode = 'RowExclusiveLock')
    loop
      if clock_timestamp() > latest then raise 'not every session that starts could be told of it'; end if;
      perform pg_sleep(${POLL_MS / 1000});
    end loop;

    perform pg_stat_clear_snapshot();
    -- Of another role's session an ordinary role is not shown the type.
    others := array(select a.pid from pg_stat_activity a
      where a.datid = here and a.pid not in (pg_backend_pid(), ${second})
        and coalesce(a.backend_type, 'client backend') = 'client backend'
        and exists (select from pg_locks l where l.pid = pg_backend_pid() and l.mode = 'ShareLock'
          and has_table_privilege(a.usesysid, l.relation, 'insert, update, delete, truncate')));
    perform pg_terminate_backend(pid) from unnest(others) pid;
    while exists (select from pg_stat_activity where pid = any(others)) loop
      if clock_timestamp() > latest then raise 'a session that can write does not end'; end if;
      perform pg_sleep(${POLL_MS / 1000}), pg_stat_clear_snapshot();
    end loop;
  end $$`
