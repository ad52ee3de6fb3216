import { type Dialect, type Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { Pool } from 'pg'
import type { EngineLoad } from '../engine-load.ts'
import { columnParsers } from './column-parsers.ts'
import { KEEP_ALIVE } from './keep-alive.ts'
import { learnSession } from './learn-session.ts'
import { PatientDriver } from './patient-driver.ts'
import { ServerPools } from './server-pools.ts'
import { serverUrls } from './server-urls.ts'

/**
 * Sized for the small machine in mind (2 cores): the enrollment desk uses one connection at a time, readers the rest,
 * and two processes of each server stay far below PostgreSQL's default of 100.
 */
const POOL_SIZE = 10

/** `url` may name several servers. `patience` in ms. Nothing is set per session, since PgBouncer hands out another session for each transaction. */
export function postgresDialect(url: string, patience: number): { dialect: Dialect; load: () => EngineLoad } {
  const pools = openPools(url, patience)
  const dialect: Dialect = {
    createDriver: () => new PatientDriver(pools, patience),
    createAdapter: () => new PooledAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  }
  return { dialect, load: () => pools.load }
}

/** Any number that nothing else locks in this database. */
const MIGRATION_LOCK = 3_200_117

/**
 * Kysely's own lock is a session's. PgBouncer gives each transaction another session, so that it would keep nobody out,
 * and stay locked in one where nobody opens it. This one is the transaction's, and goes with it.
 */
class PooledAdapter extends PostgresAdapter {
  // biome-ignore lint/suspicious/noExplicitAny: as Kysely has it, of whatever tables
  override async acquireMigrationLock(trx: Kysely<any>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx)
  }

  override async releaseMigrationLock(): Promise<void> {}
}

const openPools = (url: string, patience: number) =>
  new ServerPools(
    serverUrls(url).map((server) => openPool(server, patience)),
    patience,
  )

function openPool(url: string, patience: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: patience,
    // Above the server's own limit (see PatientDriver), so that it is the server that cancels while it can.
    query_timeout: patience + 100,
    ...KEEP_ALIVE,
    types: columnParsers,
    onConnect: learnSession,
  })
  // Without listeners a dying connection ends the process. Who is using it hears of it by the query; if nobody is, the
  // pool drops it and the next query gets a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
