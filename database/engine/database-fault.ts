/** What the rest of the house needs to know of a failed statement. */
export type DatabaseFault = 'unique-violation' | 'deadlock' | 'busy' | 'unavailable'

/** SQLSTATE of PostgreSQL (appendix A of its manual); a class of codes by its first two characters. */
const POSTGRES: Record<string, DatabaseFault> = {
  '23505': 'unique-violation',
  '40001': 'deadlock', // serialization_failure
  '40P01': 'deadlock',
  '08': 'unavailable', // connection exceptions; also what PgBouncer says when its server is gone
  '25006': 'unavailable', // read-only: this server has just become a standby
  '53': 'unavailable', // disk full, out of memory, too many connections
  '55P03': 'unavailable', // lock_not_available
  '57014': 'unavailable', // query_canceled, here by statement_timeout
  '57P': 'unavailable', // shutting down, starting up
  '58': 'unavailable', // I/O
}

/** Primary result codes of SQLite, and two extended ones (https://sqlite.org/rescode.html). */
const SQLITE: Record<number, DatabaseFault> = {
  1555: 'unique-violation', // SQLITE_CONSTRAINT_PRIMARYKEY
  2067: 'unique-violation', // SQLITE_CONSTRAINT_UNIQUE
  5: 'busy', // another process writes
  6: 'unavailable', // SQLITE_LOCKED
  8: 'unavailable', // SQLITE_READONLY: the disk was remounted
  10: 'unavailable', // SQLITE_IOERR
  13: 'unavailable', // SQLITE_FULL
  14: 'unavailable', // SQLITE_CANTOPEN
}

/** Codes of Node's sockets. */
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

/** pg and pg-pool raise these without a code. */
const DRIVER =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (has encountered|was closed))/

export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AggregateError) return faultOf(error.errors[0]) // one error per address of a host name
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE[error.errcode] ?? SQLITE[error.errcode & 0xff]
  }
  if ('code' in error && typeof error.code === 'string') {
    const code = error.code
    if (NETWORK.has(code)) return 'unavailable'
    return POSTGRES[code] ?? POSTGRES[code.slice(0, 3)] ?? POSTGRES[code.slice(0, 2)]
  }
  return DRIVER.test(error.message) ? 'unavailable' : undefined
}
