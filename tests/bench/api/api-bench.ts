import type { BenchRow } from '../result-table.ts'
import { readingOnPostgres } from './reading-on-postgres.ts'
import { readingOnSqlite } from './reading-on-sqlite.ts'
import { userSearchRows } from './user-search-rows.ts'

/** `npm run bench api`: what everyone asks for, and what teachers search, on each engine. */
export const benchApi = async (): Promise<BenchRow[]> => [
  ...(await readingOnSqlite()),
  ...(await readingOnPostgres()),
  ...(await userSearchRows()),
]
