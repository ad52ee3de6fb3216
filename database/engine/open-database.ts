import { type Dialect, Kysely, type Logger, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Tables, Transaction } from '#database/tables.ts'
import { faultOf, type UnavailableFault } from './database-fault.ts'
import type { EngineLoad, Listener, Standby, StopListening } from './engine.ts'
import { listenOnPostgres } from './postgres/message-listener.ts'
import { postgresDialect } from './postgres/postgres-dialect.ts'
import { FileMessages, FileWaits } from './sqlite/file-connection.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'

/** The database as the servers use it: the same values, locks and faults on both engines. */
export interface Database {
  readonly kysely: Kysely<Tables>
  /** The database is another process: a query takes a round trip, and simultaneous queries share one. */
  readonly isRemote: boolean
  /**
   * Runs `work` in one transaction, on SQLite as the only writer. After a deadlock it runs again, so `work` must have no
   * effects except through `trx`. Using `kysely` within it waits for itself on SQLite, which has one connection.
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  isUniqueViolation(error: unknown): boolean
  /** Whether a retry in a moment may succeed (database gone, full, locked or slow); the caller answers 503. */
  isUnavailable(error: unknown): boolean
  /** Cause of an error for which `isUnavailable` is true. */
  unavailableBy(error: unknown): UnavailableFault | undefined
  /** Rejects within the database's timeout if it does not answer. */
  ping(): Promise<void>
  /** Rejects likewise if nothing can be written. Leaves nothing behind. */
  tryToWrite(): Promise<void>
  load(): EngineLoad
  /** servers that replicate this PostgreSQL; none for a file */
  listStandbys(): Promise<Standby[]>
  /** Passes announcements of committed transactions to the listener until stopped. */
  listen(listener: Listener): StopListening
  close(): Promise<void>
}

interface DatabaseOptions {
  /** longest wait (ms) for a statement, lock or connection before the database counts as unavailable */
  timeout?: number
  /** address of PostgreSQL itself, if `url` is a pooler's */
  listenUrl?: string | undefined
  /** called after each statement */
  log?: Logger
}

/** Longest wait: the app can try again soon if it gets a 503 within a second. */
const WAIT_TIMEOUT_MS = 900

/** Attempts after deadlocks; the victim of one nearly always succeeds the second time. */
const ATTEMPTS = 4

/**
 * Opens the database at `url`: 'sqlite:/path/app.db', 'sqlite::memory:' or 'postgres://…'. Connections are made when needed.
 * Open a SQLite file once per process: two connections in one process wait for each other on the same event loop.
 */
export function openDatabase(
  url: string,
  { timeout = WAIT_TIMEOUT_MS, listenUrl = url, log }: DatabaseOptions = {},
): Database {
  const { dialect, isRemote, load, listen, writeNothing } = engineOf(url, { timeout, listenUrl })
  const kysely = new Kysely<Tables>({ dialect, ...(log && { log }) })

  const transaction: Database['transaction'] = async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await kysely.transaction().execute(work)
      } catch (error) {
        if (faultOf(error) !== 'deadlock' || attempt === ATTEMPTS) throw error
      }
    }
  }

  return {
    kysely,
    isRemote,
    transaction,
    isUniqueViolation: (error) => faultOf(error) === 'unique-violation',
    isUnavailable: (error) => unavailableBy(error) !== undefined,
    unavailableBy,
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    tryToWrite: async () => {
      await writeNothing.execute(kysely)
    },
    load,
    listStandbys: async () => (isRemote ? (await standbys.execute(kysely)).rows : []),
    listen,
    close: () => kysely.destroy(),
  }
}

/** The lag is null if the address leads to a server that is a standby itself: it has no write position. */
const standbys = sql<Standby>`
  select application_name as name, state,
    case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::float8 end as lag
  from pg_stat_replication`

function unavailableBy(error: unknown): UnavailableFault | undefined {
  const fault = faultOf(error)
  return fault === 'unique-violation' ? undefined : fault
}

interface Engine {
  dialect: Dialect
  isRemote: boolean
  load: Database['load']
  listen: Database['listen']
  /** commit that reaches the disk and changes no row */
  writeNothing: RawBuilder<unknown>
}

function engineOf(url: string, { timeout, listenUrl }: { timeout: number; listenUrl: string }): Engine {
  if (url.startsWith('sqlite:')) {
    const messages = new FileMessages()
    const waits = new FileWaits()
    return {
      dialect: sqliteDialect(url.slice('sqlite:'.length), timeout, messages, waits),
      isRemote: false,
      load: () => ({ engine: 'sqlite', busyWaits: waits.count, busyMs: waits.ms }),
      listen: (listener) => messages.listen(listener),
      writeNothing: sql`pragma user_version = 0`,
    }
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    const listen: Database['listen'] = (listener) => listenOnPostgres(listenUrl, timeout, listener)
    // The message reaches the disk; the empty deletion makes it fail if the school has moved out of this database.
    const writeNothing = sql`with nothing as (delete from school_state where false)
      select pg_logical_emit_message(true, 'wiskunde', '')`
    return { ...postgresDialect(url, timeout), isRemote: true, listen, writeNothing }
  }
  throw new Error("DATABASE_URL starts with 'sqlite:' or 'postgres://'.")
}

/** Whether locking rows does anything: on SQLite a transaction is the only writer already. */
export const locksRows = <DB>(trx: Kysely<DB>): boolean => !(trx.getExecutor().adapter instanceof SqliteAdapter)

/**
 * Takes an advisory lock until this transaction ends, for things without a row. Does nothing on SQLite, where a transaction is
 * the only writer. `number` must be one that nothing else locks in the database.
 */
export async function takeTransactionLock<DB>(trx: Kysely<DB>, number: number): Promise<void> {
  if (!locksRows(trx)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(number)})`.execute(trx)
}

/**
 * Takes a lock for each of `ids` in their order; callers that take several must all use one order. `kind` is a number of these
 * locks only; they never collide with those of `takeTransactionLock`.
 */
export async function takeTransactionLocks<DB>(trx: Kysely<DB>, kind: number, ids: readonly number[]): Promise<void> {
  if (!locksRows(trx)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(kind)}, id) from unnest(${ids}::int[]) as id`.execute(trx)
}
