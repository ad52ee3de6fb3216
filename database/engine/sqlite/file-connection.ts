import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { faultOf } from '../database-fault.ts'
import { type Listener, type StopListening, SwallowedFailure } from '../engine.ts'

/** Most cached statements. Lists of different lengths make different statements; one takes about 5 kB. */
const MOST_STATEMENTS = 500

/** Statements after which cached ones may have other columns than when they were prepared. */
const CHANGES_SCHEMA = /^\s*(create|alter|drop|rollback)\b/i

/** Prepares each statement once: preparing costs more than running for most of our queries. */
class StatementCache {
  readonly #file: DatabaseSync
  readonly #statements = new Map<string, CachedStatement>()

  constructor(file: DatabaseSync) {
    this.#file = file
  }

  get(sql: string): CachedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new CachedStatement(this.#file.prepare(sql))
    if (CHANGES_SCHEMA.test(sql)) this.#statements.clear()
    else this.#keep(sql, statement)
    return statement
  }

  #keep(sql: string, statement: CachedStatement): void {
    if (this.#statements.size === MOST_STATEMENTS) {
      const [oldest = ''] = this.#statements.keys()
      this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
  }

  clear(): void {
    this.#statements.clear()
  }
}

type Row = Record<string, unknown>

/** Prepared statement with booleans for columns declared so; SQLite itself stores 0 and 1. */
class CachedStatement {
  readonly #statement: StatementSync
  readonly #names: readonly string[]
  readonly #booleans: readonly string[]

  constructor(statement: StatementSync) {
    const columns = statement.columns()
    this.#statement = statement
    this.#names = columns.map((column) => column.name)
    this.#booleans = columns.filter((column) => column.type?.toLowerCase() === 'boolean').map((column) => column.name)
    // Objects made here from arrays are a third faster than node:sqlite's own objects, which lack a prototype.
    statement.setReturnArrays(true)
  }

  execute(parameters: readonly unknown[]): QueryResult<Row> {
    const values = parameters.map(bindable)
    if (this.#names.length > 0) return { rows: this.#statement.all(...values).map((row) => this.#named(row)) }
    return { rows: [], numAffectedRows: BigInt(this.#statement.run(...values).changes) }
  }

  #named(values: Readonly<Record<number, unknown>>): Row {
    const row: Row = {}
    for (let index = 0; index < this.#names.length; index++) row[this.#names[index] ?? ''] = values[index]
    for (const name of this.#booleans) if (row[name] !== null) row[name] = row[name] === 1
    return row
  }
}

function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || value === null)
    return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`The database keeps text, numbers, booleans and null, not this ${typeof value}.`)
}

/** ms between two attempts to get the write lock, in which others may use the event loop. */
const WRITE_LOCK_RETRY_MS = 5

/** ms that statements may follow each other before others may use the event loop: an import has hundreds. */
const LONGEST_RUN_MS = 10

export class FileConnection implements DatabaseConnection {
  readonly #file: DatabaseSync
  readonly #statements: StatementCache
  readonly #timeout: number
  readonly #messages: FileMessages
  readonly #waits: FileWaits
  #failure: unknown
  /** when the first statement of this turn of the event loop began, in ms of `performance.now()` */
  #turnBegan: number | undefined
  /** A caller waited a whole timeout in vain: the next ones are refused at once, until a transaction gets the write lock. */
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
    if (this.#ranLong()) await turn()
    this.#noteTurn()
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
        if (!this.#isKept) await pause(WRITE_LOCK_RETRY_MS)
        else {
          this.#waits.add(waited)
          throw this.#failed(error)
        }
      }
    }
  }

  /** Whether to yield: nothing here waits, so a long transaction would take one turn. Kysely has one caller at a time here. */
  #ranLong(): boolean {
    return this.#turnBegan !== undefined && performance.now() - this.#turnBegan >= LONGEST_RUN_MS
  }

  #noteTurn(): void {
    if (this.#turnBegan !== undefined) return
    this.#turnBegan = performance.now()
    setImmediate(() => {
      this.#turnBegan = undefined
    })
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
    // A full or failing disk has already ended the transaction.
    if (this.#file.isTransaction) this.#statements.get('rollback').execute([])
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  /** Marks the transaction as failed: as on PostgreSQL, it can then only be rolled back. */
  #failed(error: unknown): unknown {
    if (this.#file.isTransaction) this.#failure = error
    return error
  }
}

/** Number and total time (ms) of this process's waits for transactions of others, since it started. */
export class FileWaits {
  count = 0
  ms = 0

  add(ms: number): void {
    this.count += 1
    this.ms += ms
  }
}

/**
 * Counterpart of `pg_notify` on SQLite: messages wait for the commit and then go to the listeners in this process.
 * Other processes on the same file receive nothing (see changes.rationale.md).
 */
export class FileMessages {
  readonly #listeners = new Set<Listener>()
  #waiting: string[] = []

  add(message: string): void {
    this.#waiting.push(message)
  }

  forget(): void {
    this.#waiting = []
  }

  /** Called after the commit. Listeners run in a later turn: none may fail or delay the transaction that notifies them. */
  send(): void {
    if (this.#waiting.length === 0) return
    const messages = this.#waiting
    this.#waiting = []
    setImmediate(() => {
      for (const listener of this.#listeners) for (const message of messages) listener.received(message)
    })
  }

  listen(listener: Listener): StopListening {
    this.#listeners.add(listener)
    listener.connected()
    return async () => {
      this.#listeners.delete(listener)
    }
  }
}
