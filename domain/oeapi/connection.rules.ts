/**
 * Scopes of a system of the school, one for each kind of data that it may read or send:
 *
 * - `offerings.read`: school years, departments, modules and test moments
 * - `persons.read`: students, with name, address and student number
 * - `associations.read`: which student takes which test, and whether they were there
 * - `results.read`: published results
 * - `results.write`: sending results and attendance, of which a teacher sees the results before students do
 * - `needs`: who has extra time, which is close to health data
 */
export const connectionScopes = [
  'offerings.read',
  'persons.read',
  'associations.read',
  'results.read',
  'results.write',
  'needs',
] as const
export type ConnectionScope = (typeof connectionScopes)[number]

const isScope = (word: string): word is ConnectionScope => connectionScopes.some((scope) => scope === word)

/** Scopes in the order of the list, as they are stored and sent (RFC 6749 §3.3). */
export const scopesColumn = (scopes: readonly ConnectionScope[]): string =>
  connectionScopes.filter((scope) => scopes.includes(scope)).join(' ')

export const scopesOf = (column: string): ConnectionScope[] => column.split(' ').filter(isScope)

/**
 * Scopes for a token: those asked for, or all of the connection's if nothing was asked. Undefined if one of them is unknown
 * or not the connection's: a token never has more than its connection.
 */
export function grantedScopes(
  asked: string | undefined,
  own: readonly ConnectionScope[],
): ConnectionScope[] | undefined {
  const words = (asked ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return [...own]
  return words.every((word) => own.some((scope) => scope === word))
    ? own.filter((scope) => words.includes(scope))
    : undefined
}

/** Most connections that are in use at once: a school has a handful of systems. */
export const MOST_CONNECTIONS = 50

/** `connection-scopeless`: without a scope; `connection-key-unusable`: not a public key; `connections-full`. */
export type ConnectionRefusal = 'connection-scopeless' | 'connection-key-unusable' | 'connections-full'
