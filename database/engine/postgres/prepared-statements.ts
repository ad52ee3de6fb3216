import type { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'

const ownSessions = new WeakSet<ClientBase>()

/** This client has one session of PostgreSQL to itself, where what it prepares stays. */
export function keepSession(client: ClientBase): void {
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
