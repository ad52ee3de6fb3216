import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { Pool } from 'pg'
import type { EngineLoad } from '../engine.ts'
import { clientOptions, columnParsers } from './client-options.ts'
import { PooledConnection } from './pooled-connection.ts'
import { learnSession } from './prepared-statements.ts'

/**
 * Sized for the small machine in mind (2 cores): the enrollment desk uses one connection at a time, readers the rest,
 * and two processes of each server stay far below PostgreSQL's default of 100.
 */
const POOL_SIZE = 10

/** `timeout` in ms. Nothing is set per session, since PgBouncer hands out another session for each transaction. */
export function postgresDialect(url: string, timeout: number): { dialect: Dialect; load: () => EngineLoad } {
  const pool = openPool(url, timeout)
  const dialect: Dialect = {
    createDriver: () => new PostgresDriver(pool, timeout),
    createAdapter: () => new PooledAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  }
  return { dialect, load: () => loadOf(pool) }
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

function openPool(url: string, timeout: number): Pool {
  const pool = new Pool({
    ...clientOptions(url, timeout),
    max: POOL_SIZE,
    // Above the server's own limit (see PostgresDriver), so that it is the server that cancels while it can.
    query_timeout: timeout + 100,
    types: columnParsers,
    onConnect: learnSession,
  })
  // Without listeners a dying connection ends the process. A user of the connection learns it from the query; if nobody is, the
  // pool drops it and the next query gets a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const loadOf = ({ totalCount, idleCount: idle, waitingCount: waiting }: Pool): EngineLoad => ({
  engine: 'postgres',
  inUse: totalCount - idle,
  idle,
  waiting,
})

/** Kysely's driver over pg's pool, with an end to every wait. */
class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #begin: CompiledQuery

  /**
   * `begin` carries the limits in its own round trip. They hold for that transaction only, as PgBouncer in transaction
   * mode asks. A process that stops in the middle loses its locks after `idle_in_transaction_session_timeout`.
   *
   * `random_page_cost`: PostgreSQL's default, 4, is for turning disks. It reads all 10,000 users for the 50 of a batch,
   * which made the enrollment desk a third slower; our tables are in memory.
   */
  constructor(pool: Pool, timeout: number) {
    this.#pool = pool
    this.#begin = CompiledQuery.raw(
      `begin isolation level read committed;
       set local statement_timeout = ${timeout};
       set local idle_in_transaction_session_timeout = ${10 * timeout};
       set local random_page_cost = 1.1`,
    )
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin)
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}
