import type { ClientBase } from 'pg'
import { keepSession } from './prepared-statements.ts'

/**
 * Looks where a client that was just connected has come to. Rejects at a standby, from which nothing is read either: a
 * student who was just told of their place must find it in the next list. A pooler between us and PostgreSQL (PgBouncer
 * and its like) tells the client a process id of its own making; without one the session is ours alone.
 */
export async function learnSession(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number; standby: boolean }>(
    'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
  )
  if (rows[0]?.standby) throw new StandbyError()
  if ('processID' in client && rows[0]?.pid === client.processID) keepSession(client)
}

/** With the code by which PostgreSQL itself refuses to write there (read_only_sql_transaction). */
class StandbyError extends Error {
  readonly code = '25006'
  constructor() {
    super('This server of PostgreSQL is a standby.')
  }
}
