import type { Kysely } from 'kysely'
import { findUser } from '#api-server/queries/find-user.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

/** Throws `not-found` when there is nobody with this id, or no longer. */
export async function requireUser(kysely: Kysely<Tables>, id: number) {
  const user = await findUser(kysely, id)
  if (!user) throw new Problem('not-found')
  return user
}
