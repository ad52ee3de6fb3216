import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The modules that these departments hold, by name; those out of use only when asked for. */
export const listModulesOfDepartments = (
  kysely: Kysely<Tables>,
  departmentIds: readonly number[],
  { alsoInactive }: { alsoInactive: boolean },
) =>
  departmentIds.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('education_department_module as held')
        .innerJoin('module', 'module.id', 'held.module_id')
        .select([
          'held.education_department_id',
          'module.id',
          'module.name',
          'module.description',
          'module.active',
          'module.version',
        ])
        .where('held.education_department_id', 'in', departmentIds)
        .$if(!alsoInactive, (query) => query.where('module.active', '=', true))
        .orderBy('module.name')
        .execute()
