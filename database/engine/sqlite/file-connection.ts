import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { faultOf } from '../database-fault.ts'
import { SwallowedFailure } from '../engine.ts'
import type { FileMessages } from './file-messages.ts'
import { type Row, StatementCache } from './statement-cache.ts'

/** Between two tries to get the write lock, so that others may use this event loop (ms). */
const BREATH = 5

export class FileConnection implements DatabaseConnection {
  readonly #file: DatabaseSync
  readonly #statements: StatementCache
  readonly #timeout: number
  readonly #messages: FileMessages
  readonly #waits: FileWaits
  #failure: unknown
  /** A whole timeout was in vain: who comes next is told so at once, until the write lock is had again. */
  #isKept = false

  constructor(file: DatabaseSync, timeout: number, messages: FileMessages, waits: FileWaits) {
    this.#file = file
    this.#waits = waits
    this.#messages = messages
    file.function('pg_notify', (_channel, message) => {
      messages.add(String(message))
      return null
    })
    this.#statements = new StatementCache(file)
    this.#timeout = timeout
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>
  async executeQuery({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#failure !== undefined) throw this.#failure
    let began: number | undefined
    while (true) {
      try {
        const result = this.#statements.get(sql).execute(parameters)
        if (this.#file.isTransaction) this.#isKept = false
        if (!this.#file.isTransaction) this.#messages.send()
        if (began !== undefined) this.#waits.add(performance.now() - began)
        return result
      } catch (error) {
        if (faultOf(error) !== 'busy') throw this.#failed(error)
        began ??= performance.now()
        const waited = performance.now() - began
        this.#isKept ||= waited >= this.#timeout
        if (!this.#isKept) await pause(BREATH)
        else {
          this.#waits.add(waited)
          throw this.#failed(error)
        }
      }
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; no caller streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: ask for a page at a time.')
  }

  commit(): void {
    if (this.#failure !== undefined) throw new SwallowedFailure({ cause: this.#failure })
    this.#statements.get('commit').execute([])
    this.#messages.send()
  }

  rollback(): void {
    this.#failure = undefined
    this.#messages.forget()
    // A full disk or a failing one has already ended the transaction by itself.
    if (this.#file.isTransaction) this.#statements.get('rollback').execute([])
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  /** As on PostgreSQL, a transaction in which a statement failed can only be rolled back. */
  #failed(error: unknown): unknown {
    if (this.#file.isTransaction) this.#failure = error
    return error
  }
}

/** How often and for how long (ms) this process waited for another one's transaction, since it started. */
export class FileWaits {
  count = 0
  ms = 0

  add(ms: number): void {
    this.count += 1
    this.ms += ms
  }
}
