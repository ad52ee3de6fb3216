import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { SwallowedFailure } from '../swallowed-failure.ts'

/** One of the pool's connections while somebody has it. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient
  #broken: Error | undefined

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount, command } = await this.#query(sql, parameters)
    const changed = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, numAffectedRows: changed ? BigInt(rowCount ?? 0) : undefined }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; no caller streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: ask for a page at a time.')
  }

  /** PostgreSQL answers ROLLBACK to the commit of a transaction in which a statement failed. */
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

  /** After a timeout of pg the connection still waits for the old answer, and everything asked later waits behind it. */
  async #query(sql: string, parameters: readonly unknown[]) {
    if (this.#broken) throw this.#broken
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') this.#broken = error
      throw error
    }
  }
}
