import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * People touch their own data, administrators anybody's; tells in which of the two ways this caller does. Throws
 * `not-yours` for every other id, also one that nobody has: the answer tells nothing about who exists.
 */
export function authorise(caller: Caller, userId: number): EnrollingParty {
  if (isAdmin(caller)) return 'administrator'
  if (caller.id !== userId) throw new Problem('not-yours')
  return 'student'
}

/** For what nobody does for somebody else, administrators neither. Throws `not-yours`. */
export function requireOwn(caller: Caller, userId: number): void {
  if (caller.id !== userId) throw new Problem('not-yours')
}

/** For what only administrators do. Throws `not-yours`, whether the thing asked about exists or not. */
export function requireAdministrator(caller: Caller): Caller {
  if (!isAdmin(caller)) throw new Problem('not-yours')
  return caller
}
