/** Faults of a statement that callers distinguish. */
export type DatabaseFault = 'unique-violation' | UnavailableFault

/** Faults that may pass with a retry, some only after somebody fixed the cause. */
export type UnavailableFault =
  | 'deadlock'
  /** another transaction writes, or holds the row */
  | 'busy'
  | 'database-slow'
  | 'database-away'
  | 'too-many-connections'
  | 'disk-full'
  | 'disk-broken'
  | 'read-only'
  /** tables of another release, if `npm run migrate` was forgotten */
  | 'tables-missing'

/** SQLSTATE codes of PostgreSQL (appendix A of its manual); a class is its first two characters. */
const POSTGRES: Record<string, DatabaseFault> = {
  '23505': 'unique-violation',
  '40001': 'deadlock', // serialization_failure
  '40P01': 'deadlock',
  '08': 'database-away', // connection exceptions; also from PgBouncer when its server is gone
  '25006': 'read-only', // read-only: this server has just become a standby
  '42P01': 'tables-missing',
  '42703': 'tables-missing', // a column
  '53100': 'disk-full',
  '53': 'too-many-connections', // also out of memory
  '55P03': 'busy', // lock_not_available
  '57014': 'database-slow', // query_canceled, here by statement_timeout
  '57P': 'database-away', // shutting down, starting up
  '58': 'disk-broken', // I/O
}

/** Primary result codes of SQLite, and two extended ones (https://sqlite.org/rescode.html). */
const SQLITE: Record<number, DatabaseFault> = {
  1555: 'unique-violation', // SQLITE_CONSTRAINT_PRIMARYKEY
  2067: 'unique-violation', // SQLITE_CONSTRAINT_UNIQUE
  5: 'busy', // another process writes
  6: 'busy', // SQLITE_LOCKED
  8: 'read-only', // SQLITE_READONLY: the disk was remounted
  10: 'disk-broken', // SQLITE_IOERR
  13: 'disk-full', // SQLITE_FULL
  14: 'database-away', // SQLITE_CANTOPEN
}

const NETWORK = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the unix socket of a stopped server
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Errors of pg and pg-pool that have no code. */
const DRIVER = /^(Connection terminated|Client (has encountered|was closed))/
const WAITED = /^(Query read timeout|timeout exceeded when trying to connect|timeout expired)/

/** Errors of SQLite that have only the general code. */
const NO_TABLE = /^no such (table|column)|has no column named/

export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AggregateError) return faultOf(error.errors[0]) // one error per address of a host name
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (NO_TABLE.test(error.message)) return 'tables-missing'
    return SQLITE[error.errcode] ?? SQLITE[error.errcode & 0xff]
  }
  if ('code' in error && typeof error.code === 'string') {
    const code = error.code
    if (NETWORK.has(code)) return 'database-away'
    return POSTGRES[code] ?? POSTGRES[code.slice(0, 3)] ?? POSTGRES[code.slice(0, 2)]
  }
  if (WAITED.test(error.message)) return 'database-slow'
  return DRIVER.test(error.message) ? 'database-away' : undefined
}
