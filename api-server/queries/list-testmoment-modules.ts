import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The modules that these moments list, by name. A moment that lists none has no row and offers all. */
export const listTestmomentModules = (kysely: Kysely<Tables>, testmomentIds: readonly number[]) =>
  testmomentIds.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('testmoment_module')
        .innerJoin('module', 'module.id', 'testmoment_module.module_id')
        .select(['testmoment_id', 'module.id', 'module.name', 'module.description', 'testmoment_module.auto_enroll'])
        .where('testmoment_id', 'in', testmomentIds)
        .orderBy('module.name')
        .execute()
