import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

/** The modules with these ids, each given once. Throws `module-unknown` when one of the ids is no module's. */
export async function requireModules(kysely: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const known = await kysely.selectFrom('module').select(['id', 'name']).where('id', 'in', ids).execute()
  if (known.length < ids.length) throw new Problem('module-unknown')
  return known
}
