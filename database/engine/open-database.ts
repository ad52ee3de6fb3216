import { type Dialect, Kysely, type RawBuilder, SqliteAdapter, sql, type Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { faultOf, type UnavailableFault } from './database-fault.ts'
import type { EngineLoad, Listener, Standby, StopListening } from './engine.ts'
import { listenOnPostgres } from './postgres/message-listener.ts'
import { postgresDialect } from './postgres/postgres-dialect.ts'
import { FileMessages, FileWaits } from './sqlite/file-connection.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'

/** The database as the servers know it: the same values, the same locks and the same faults on either engine. */
export interface Database {
  readonly kysely: Kysely<Tables>
  /** In another process: an answer takes a wait, and several that are asked for together take one. */
  readonly isRemote: boolean
  /**
   * Runs `work` in one transaction, on SQLite as the only writer. After a deadlock it runs again, so `work` does
   * nothing but ask this transaction; asking `kysely` from within waits for itself on SQLite, which has one connection.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  isUniqueViolation(error: unknown): boolean
  /** Gone, full, locked or too slow: worth another try in a moment, so the caller answers 503. */
  isUnavailable(error: unknown): boolean
  /** Why it is, of an error of which `isUnavailable` is true. */
  unavailableBy(error: unknown): UnavailableFault | undefined
  /** Rejects within the database's timeout when it does not answer. */
  ping(): Promise<void>
  /** Rejects likewise where nothing can be written. Leaves nothing behind. */
  tryToWrite(): Promise<void>
  load(): EngineLoad
  /** who follows this PostgreSQL; nobody follows a file */
  listStandbys(): Promise<Standby[]>
  /** Passes to the listener what committed transactions announce, until it is stopped. */
  listen(listener: Listener): StopListening
  close(): Promise<void>
}

/** Who measures what is asked; without one nothing is measured. */
export interface StatementWatch {
  /** It took so long (ms) until now. */
  statement(sql: string, ms: number, failed: boolean): void
  transaction<T>(work: () => Promise<T>): Promise<T>
}

interface DatabaseOptions {
  /** how long one statement, lock or connection may take (ms) before the database counts as unavailable */
  timeout?: number
  /** where PostgreSQL itself is to be reached, if `url` leads to a pooler */
  listenUrl?: string | undefined
  watch?: StatementWatch | undefined
}

/** Waiting longer than this helps nobody: a 503 within a second lets the app try again. */
const WAIT_TIMEOUT_MS = 900

/** A deadlock's victim nearly always gets through the second time. */
const ATTEMPTS = 4

/**
 * `url` is 'sqlite:/path/app.db', 'sqlite::memory:' or 'postgres://…'. Connections are made when first needed. Open a
 * SQLite file once per process: two connections in one process wait for each other on the same event loop.
 */
export function openDatabase(
  url: string,
  { timeout = WAIT_TIMEOUT_MS, listenUrl = url, watch }: DatabaseOptions = {},
): Database {
  const { dialect, isRemote, load, listen, writeNothing } = engineOf(url, { timeout, listenUrl })
  const kysely = new Kysely<Tables>({
    dialect,
    ...(watch && {
      log: ({ level, query, queryDurationMillis }) =>
        watch.statement(query.sql, queryDurationMillis, level === 'error'),
    }),
  })

  const inTransaction: Database['transaction'] = async (work) => {
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
    transaction: watch ? (work) => watch.transaction(() => inTransaction(work)) : inTransaction,
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

/** A server that is a standby itself, while its address leads there, has no position at which it writes. */
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
  /** a commit that reaches the disk and changes no row */
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
    // The message is what reaches the disk; what deletes nothing is refused where the school has moved away.
    const writeNothing = sql`with nothing as (delete from school_state where false)
      select pg_logical_emit_message(true, 'wiskunde', '')`
    return { ...postgresDialect(url, timeout), isRemote: true, listen, writeNothing }
  }
  throw new Error("DATABASE_URL starts with 'sqlite:' or 'postgres://'.")
}

/** On SQLite a transaction is the only writer: a statement that does nothing but lock rows asks for nothing there. */
export const locksRows = <DB>(trx: Kysely<DB>): boolean => !(trx.getExecutor().adapter instanceof SqliteAdapter)

/**
 * Makes everybody else who takes the lock of this number wait until this transaction ends: for what no row stands for.
 * On SQLite a transaction is the only writer, and needs none. `number` is one that nothing else locks in the database.
 */
export async function takeTransactionLock<DB>(trx: Kysely<DB>, number: number): Promise<void> {
  if (!locksRows(trx)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(number)})`.execute(trx)
}

/**
 * The same for many at once, one after the other in the order of `ids`: every caller that takes several passes them in one order.
 * `kind` is a number that no other locks of this sort have; they and those of `takeTransactionLock` never meet.
 */
export async function takeTransactionLocks<DB>(trx: Kysely<DB>, kind: number, ids: readonly number[]): Promise<void> {
  if (!locksRows(trx)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(kind)}, id) from unnest(${ids}::int[]) as id`.execute(trx)
}
