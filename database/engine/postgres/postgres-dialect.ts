import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { type EngineLoad, SwallowedFailure } from '../engine.ts'
import { clientOptions, columnParsers } from './client-options.ts'
import { learnSession, nameOf } from './prepared-statements.ts'

/**
 * Connections per process, for a small machine (2 cores): the enrollment desk uses one at a time and readers the rest, and two
 * processes of each server stay far below PostgreSQL's default of 100.
 */
const POOL_SIZE = 10

/** `timeout` in ms. Sets nothing per session, since PgBouncer uses another session for each transaction. */
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

/** Arbitrary number that nothing else locks in this database. */
const MIGRATION_LOCK = 3_200_117

/**
 * Locks migrations per transaction. Kysely's own lock is per session: PgBouncer gives each transaction another session, so that
 * lock would exclude nobody and then stay locked in a session where nobody releases it.
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
    // Above the server's own limit (see PostgresDriver), so that the server cancels the query if it still can.
    query_timeout: timeout + 100,
    types: columnParsers,
    onConnect: learnSession,
  })
  // Without listeners a dying connection ends the process. The query that uses it fails; an idle one is dropped by the pool,
  // and the next query gets a new one.
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

/** Kysely's driver for pg's pool, with a limit to every wait. */
class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #begin: CompiledQuery

  /**
   * `begin` carries the limits in the same round trip. They hold for that transaction only, as PgBouncer in transaction mode
   * requires. A process that stops midway loses its locks after `idle_in_transaction_session_timeout`.
   *
   * `random_page_cost`: PostgreSQL's default, 4, is for spinning disks. It then reads all 10,000 users for the 50 of a batch,
   * which made the enrollment desk a third slower; our tables fit in memory.
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

/** Connection of the pool while a caller has it. */
class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient
  #broken: Error | undefined

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>(question: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters } = question
    const { rows, rowCount, command } = await this.#query(text, parameters, nameOf(this.#client, question))
    const changed = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, numAffectedRows: changed ? BigInt(rowCount ?? 0) : undefined }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; no caller streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: ask for a page at a time.')
  }

  /** Commits. PostgreSQL answers ROLLBACK to the commit of a transaction in which a statement failed. */
  async commit(): Promise<void> {
    const { command } = await this.#query('commit', [])
    if (command === 'ROLLBACK') throw new SwallowedFailure()
  }

  async rollback(): Promise<void> {
    try {
      await this.#query('rollback', [])
    } catch (error) {
      this.#broken ??= error instanceof Error ? error : new Error('rollback failed')
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#broken)
  }

  async #query(text: string, parameters: readonly unknown[], name?: string) {
    if (this.#broken) throw this.#broken
    try {
      return await this.#client.query({ name, text, values: [...parameters] })
    } catch (error) {
      if (error instanceof Error && isBreaking(error)) this.#broken = error
      throw error
    }
  }
}

/**
 * Whether the connection must be closed. After a timeout of pg it still waits for the old answer, and all later queries wait
 * behind it. A changed table under a prepared plan (feature_not_supported), or a primary behind a pooler that became a standby
 * (read_only_sql_transaction), would make it fail for ever.
 */
const isBreaking = (error: Error): boolean =>
  error.message === 'Query read timeout' || ('code' in error && HOPELESS.has(error.code))

const HOPELESS = new Set<unknown>(['0A000', '25006'])
