import { type Kysely, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'

/** Creates the indexes for searching people; see people-index.rationale.md. */
export const createPeopleIndex = (kysely: Kysely<unknown>): Promise<void> =>
  isSqlite(kysely) ? createOnSqlite(kysely) : createOnPostgres(kysely)

/**
 * Condition that is true for every user whose `search_text` has all these words, and for few others: use it together with
 * conditions on the words themselves. Always true on PostgreSQL, which finds its index by itself, and for short words.
 */
export function mayHoldWords<DB>(kysely: Kysely<DB>, words: readonly string[]): RawBuilder<SqlBool> {
  const long = words.filter((word) => [...word].length >= GRAM)
  if (!isSqlite(kysely) || long.length === 0) return sql<SqlBool>`true`
  const phrases = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')
  return sql<SqlBool>`"user".id in (select rowid from people_search where people_search match ${phrases})`
}

const GRAM = 3

const isSqlite = <DB>(kysely: Kysely<DB>) => kysely.getExecutor().adapter instanceof SqliteAdapter

/**
 * Triggers keep the trigrams in step with the table. Without `secure-delete`, names of deleted people would stay in them until
 * they are merged.
 */
async function createOnSqlite(kysely: Kysely<unknown>): Promise<void> {
  const forget = `insert into people_search (people_search, rowid, search_text) values ('delete', old.id, old.search_text);`
  const learn = `insert into people_search (rowid, search_text) values (new.id, new.search_text);`
  for (const statement of [
    `create index people_by_search_text on "user" (username, search_text)`,
    `create virtual table people_search using fts5(
      search_text, content = 'user', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
    `insert into people_search (people_search, rank) values ('secure-delete', 1)`,
    `insert into people_search (people_search) values ('rebuild')`,
    `create trigger people_search_learns after insert on "user" begin ${learn} end`,
    `create trigger people_search_forgets after delete on "user" begin ${forget} end`,
    `create trigger people_search_follows after update of search_text on "user"
      when old.search_text <> new.search_text begin ${forget} ${learn} end`,
  ])
    await sql.raw(statement).execute(kysely)
}

/**
 * Searching works without pg_trgm too, by scanning all users, if it is not installed or may not be created. A block with an
 * exception handler is rolled back by itself, so that a refusal does not fail the migration.
 */
async function createOnPostgres(kysely: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index people_by_search_text on "user" using gin (search_text gin_trgm_ops) with (fastupdate = off);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is missing: searching people takes longer';
  end $$`.execute(kysely)
}
