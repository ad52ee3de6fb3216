import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The modules in use that each department holds, by name. */
export const listOfferedModules = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('education_department_module as held')
    .innerJoin('module', 'module.id', 'held.module_id')
    .select(['held.education_department_id', 'module.id', 'module.name', 'module.description'])
    .where('module.active', '=', true)
    .orderBy('module.name')
    .execute()
