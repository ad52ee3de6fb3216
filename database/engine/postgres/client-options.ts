import { type ClientConfig, type CustomTypesConfig, types } from 'pg'

/**
 * Connection options for PostgreSQL, `timeout` in ms. After 10 s of silence a connection is probed, and some 10 s later
 * considered lost: a server that lost power does not close its connections, and Linux by default probes after two hours.
 */
export const clientOptions = (url: string, timeout: number): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: timeout,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** PostgreSQL's type numbers (pg_type.oid) whose usual JavaScript values differ from what SQLite gives. */
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

/** Parses to the values of database/tables.ts: counts are numbers, days 'YYYY-MM-DD', instants ISO text with ms and 'Z'. */
export const columnParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    switch (oid) {
      case INT8: // counts and sums; exact up to 2^53
      case NUMERIC:
        return Number
      case DATE:
        return String
      case TIMESTAMPTZ:
        return isoInstant
      default:
        return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text')
    }
  },
}

/**
 * '2026-01-15 10:00:00.5+01' → '2026-01-15T09:00:00.500Z', whatever the session's time zone. Slices by position: regular
 * expressions took as long as all the rest, and a student's list has six instants.
 */
const isoInstant = (text: string): string =>
  new Date(`${text.slice(0, 10)}T${text.slice(11)}${text.at(-3) === ':' ? '' : ':00'}`).toISOString()
