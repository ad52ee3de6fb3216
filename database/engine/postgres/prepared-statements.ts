import type { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'

/** Clients with a PostgreSQL session of their own, in which prepared statements stay. */
const ownSessions = new WeakSet<ClientBase>()

/**
 * Finds out whether a new client has a session of its own. A pooler in between (like PgBouncer) gives the client a process id
 * that it made up.
 */
export async function learnSession(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if ('processID' in client && rows[0]?.pid === client.processID) ownSessions.add(client)
}

export const hasOwnSession = (client: ClientBase): boolean => ownSessions.has(client)

/** Names of prepared statements by the query as built; null for a query that ran once. */
const names = new WeakMap<CompiledQuery['query'], string | null>()
let named = 0

/**
 * Name under which a session keeps the plan of a query. Only for queries that are compiled once and run often
 * (database/queries/batched-reads.ts), recognized by being the same object: one plan for all values would make searches for
 * typed text slow in most cases.
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
