import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { SwallowedFailure } from '../engine.ts'
import { nameOf } from './prepared-statements.ts'

/** Connection of the pool while a caller has it. */
export class PooledConnection implements DatabaseConnection {
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
