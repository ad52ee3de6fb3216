import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { findUser } from './user.queries.ts'

/** Loads a user. Throws `not-found` if there is none with this id. */
export async function requireUser(kysely: Kysely, id: number) {
  const user = await findUser(kysely, id)
  if (!user) throw new Problem('not-found')
  return user
}

/** Throws `not-found` unless the user exists and is a student: only students have modules and test moments. */
export async function requireStudent(database: Database, caller: Caller, userId: number): Promise<void> {
  if (!isStudent({ roles: await findRoles(database, caller, userId) })) throw new Problem('not-found')
}

async function findRoles(database: Database, caller: Caller, userId: number): Promise<Caller['roles']> {
  if (caller.id === userId) return caller.roles
  const user = await findUser(database.kysely, userId)
  return user ? rolesOf(user) : []
}
