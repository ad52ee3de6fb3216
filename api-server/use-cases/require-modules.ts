import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

/** Throws `module-unknown` when one of these ids, each given once, is no module's. */
export async function requireModules(kysely: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const known = await kysely.selectFrom('module').select('id').where('id', 'in', ids).execute()
  if (known.length < ids.length) throw new Problem('module-unknown')
}
