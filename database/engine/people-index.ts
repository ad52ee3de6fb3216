import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Makes what searching people goes by; see people-index.rationale.md. */
export const createPeopleIndex = (kysely: Kysely<unknown>): Promise<unknown> =>
  kysely.getExecutor().adapter instanceof SqliteAdapter ? coveringIndex(kysely) : trigramIndex(kysely)

/** Walked from one end to the other without ever touching the rows, which are ten times as wide. */
const coveringIndex = (kysely: Kysely<unknown>) =>
  kysely.schema.createIndex('people_by_search_text').on('user').columns(['username', 'search_text']).execute()

/**
 * Where pg_trgm is not installed or may not be created, searching works without: by looking at everybody. A block with
 * an exception handler is rolled back by itself, so that a refusal does not spoil the migration.
 */
const trigramIndex = (kysely: Kysely<unknown>) =>
  sql`do $$ begin
    create extension if not exists pg_trgm;
    create index people_by_search_text on "user" using gin (search_text gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is missing: searching people takes longer';
  end $$`.execute(kysely)
