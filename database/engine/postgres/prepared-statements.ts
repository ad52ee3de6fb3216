import type { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'

const ownSessions = new WeakSet<ClientBase>()

/** This client has one session of PostgreSQL to itself, where what it prepares stays. */
function keepSession(client: ClientBase): void {
  ownSessions.add(client)
}

/** By the question as it was built; null for one that was asked once. */
const names = new WeakMap<CompiledQuery['query'], string | null>()
let named = 0

/**
 * The name under which a session keeps the plan of a question. Only of those that are compiled once and asked often
 * (database/queries/compiled-by-size.ts), which are told by their being the same object: with one plan for all values,
 * a search by whatever somebody types would be slow for most.
 */
export function nameOf(client: ClientBase, { query, parameters }: CompiledQuery): string | undefined {
  if (parameters.length === 0 || !ownSessions.has(client)) return undefined
  const known = names.get(query)
  if (known === undefined) {
    names.set(query, null)
    return undefined
  }
  if (known !== null) return known
  const name = `q${++named}`
  names.set(query, name)
  return name
}

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
