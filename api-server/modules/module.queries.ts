import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { moduleFieldNames } from '#domain/modules/module.schema.ts'
import { Problem } from '#server/problem.ts'

export const findModule = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('module').select(moduleFieldNames).where('id', '=', id).executeTakeFirst()

/** In the order of their names; those out of use only when asked for. */
export const listModules = (kysely: Kysely<Tables>, { alsoInactive }: { alsoInactive: boolean }) =>
  kysely
    .selectFrom('module')
    .select(moduleFieldNames)
    .$if(!alsoInactive, (query) => query.where('active', '=', true))
    .orderBy('name')
    .execute()

export const listCompletions = (kysely: Kysely<Tables>, userIds: readonly number[]) =>
  kysely.selectFrom('completed_module').select(['user_id', 'module_id']).where('user_id', 'in', userIds).execute()

/** The modules with these ids, each given once. Throws `module-unknown` when one of the ids is no module's. */
export async function requireModules(kysely: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const known = await kysely.selectFrom('module').select(['id', 'name']).where('id', 'in', ids).execute()
  if (known.length < ids.length) throw new Problem('module-unknown')
  return known
}
