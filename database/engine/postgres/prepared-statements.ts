import type { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'

/** Clients that have a session of PostgreSQL to themselves, in which prepared statements stay. */
const ownSessions = new WeakSet<ClientBase>()

/**
 * Looks whether a client that was just connected has a session to itself. A pooler between us and PostgreSQL (PgBouncer
 * and its like) gives the client a process id of its own making.
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
 * The name under which a session keeps the plan of a question. Only of those that are compiled once and asked often
 * (database/queries/batched-reads.ts), which are recognised as being the same object: with one plan for all values,
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
