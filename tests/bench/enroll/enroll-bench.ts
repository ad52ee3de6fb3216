import type { BenchRow } from '../result-table.ts'
import { benchOnPostgres } from './on-postgres.ts'
import { benchOnSqlite } from './on-sqlite.ts'

/** `npm run bench enroll`: enrolling over HTTP, on each engine, beside a reference of the same run. */
export const benchEnroll = async (): Promise<BenchRow[]> => [...(await benchOnSqlite()), ...(await benchOnPostgres())]
