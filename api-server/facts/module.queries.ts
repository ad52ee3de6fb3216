import type { Kysely } from '#database/tables.ts'
import { type ModuleUse, moduleFieldNames } from '#domain/modules/module.schema.ts'
import { Problem } from '#server/problem.ts'
export const listModules = (kysely: Kysely, { alsoInactive }: { alsoInactive: boolean }) =>
  kysely
    .selectFrom('module')
    .select(moduleFieldNames)
    .$if(!alsoInactive, (query) => query.where('active', '=', true))
    .orderBy('name')
    .execute()

export const listCompletions = (kysely: Kysely, userIds: readonly number[]) =>
  kysely.selectFrom('completed_module').select(['user_id', 'module_id']).where('user_id', 'in', userIds).execute()

/**
 * Loads the modules with these ids (no duplicates). Throws `module-unknown` if one does not exist. `keeps` makes deletions wait
 * until this transaction ends, for callers that have not locked the school.
 */
export async function requireModules(kysely: Kysely, ids: readonly number[], { keeps = false } = {}) {
  if (ids.length === 0) return []
  const known = await kysely
    .selectFrom('module')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .$if(keeps, (modules) => modules.forKeyShare())
    .execute()
  if (known.length < ids.length) throw new Problem('module-unknown')
  return known
}

/** Ids of modules without dependent records; departments may have them. */
export async function listUnusedModules(kysely: Kysely): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('module')
    .select('module.id')
    .where(({ and, not, exists, selectFrom }) =>
      and(
        HANGING.map((table) =>
          not(exists(selectFrom(table).select(`${table}.module_id`).whereRef(`${table}.module_id`, '=', 'module.id'))),
        ),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const HANGING = ['enrollment', 'completed_module', 'testmoment_module', 'waiting_entry', 'waiting_outcome'] as const

export async function countModuleUse(kysely: Kysely, id: number): Promise<ModuleUse> {
  const counts = await kysely
    .selectNoFrom(({ selectFrom }) =>
      HANGING.map((table) =>
        selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .where(`${table}.module_id`, '=', id)
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow()
  const { enrollment, completed_module, testmoment_module, waiting_entry, waiting_outcome } = counts
  return {
    enrollments: enrollment ?? 0,
    completions: completed_module ?? 0,
    waits: (waiting_entry ?? 0) + (waiting_outcome ?? 0),
    testmoments: testmoment_module ?? 0,
  }
}
