import type { Kysely } from 'kysely'
import { findSchoolyear } from '#api-server/queries/find-schoolyear.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

/** Throws `not-found` when there is no school year with this id. */
export async function requireSchoolyear(kysely: Kysely<Tables>, id: number) {
  const schoolyear = await findSchoolyear(kysely, id)
  if (!schoolyear) throw new Problem('not-found')
  return schoolyear
}
