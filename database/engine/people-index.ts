import { type Kysely, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'

/** Makes what searching people goes by; see people-index.rationale.md. */
export const createPeopleIndex = (kysely: Kysely<unknown>): Promise<void> =>
  isSqlite(kysely) ? createOnSqlite(kysely) : createOnPostgres(kysely)

/**
 * True of every user in whose `search_text` all these words occur, and of few others: to be asked together with the
 * words themselves. Says nothing where that is enough, since PostgreSQL finds its index by itself, and of short words.
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
 * The trigrams follow the table by triggers. Without `secure-delete` the names of people who were deleted would stay in
 * them until they are merged.
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
 * Where pg_trgm is not installed or may not be created, searching works without: by looking at everybody. A block with
 * an exception handler is rolled back by itself, so that a refusal does not spoil the migration.
 */
async function createOnPostgres(kysely: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index people_by_search_text on "user" using gin (search_text gin_trgm_ops) with (fastupdate = off);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is missing: searching people takes longer';
  end $$`.execute(kysely)
}
