import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely'
import { PooledConnection } from './pooled-connection.ts'
import type { ServerPools } from './server-pools.ts'

/** Kysely's driver over pg's pools, with an end to every wait. */
export class PatientDriver implements Driver {
  readonly #pools: ServerPools
  readonly #begin: CompiledQuery

  /**
   * `begin` carries the limits in its own round trip. They hold for that transaction only, as PgBouncer in transaction
   * mode asks. A process that stops in the middle loses its locks after `idle_in_transaction_session_timeout`.
   *
   * `random_page_cost`: PostgreSQL's default, 4, is for turning disks. It reads all 10,000 users for the 50 of a batch,
   * which made the enrollment desk a third slower; our tables are in memory.
   */
  constructor(pools: ServerPools, patience: number) {
    this.#pools = pools
    this.#begin = CompiledQuery.raw(
      `begin isolation level read committed;
       set local statement_timeout = ${patience};
       set local idle_in_transaction_session_timeout = ${10 * patience};
       set local random_page_cost = 1.1`,
    )
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pools.connect())
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
    await this.#pools.end()
  }
}
