import type { Kysely } from '#database/tables.ts'
import { departmentFieldNames } from '#domain/departments/department.schema.ts'
import { moduleFieldNames } from '#domain/modules/module.schema.ts'

export const findEducationDepartment = (kysely: Kysely, id: number) =>
  kysely.selectFrom('education_department').select(departmentFieldNames).where('id', '=', id).executeTakeFirst()

/** Lists departments by name: those not archived plus the one with id `also`, or all if `archived`. */
export const listEducationDepartments = (
  kysely: Kysely,
  { archived, also }: { archived: boolean; also: number | null },
) =>
  kysely
    .selectFrom('education_department')
    .select(departmentFieldNames)
    .$if(!archived, (query) =>
      query.where((either) => either.or([either('archived', '=', false), either('id', '=', also ?? 0)])),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()

export const listModulesOfDepartments = (
  kysely: Kysely,
  departmentIds: readonly number[],
  { alsoInactive }: { alsoInactive: boolean },
) =>
  departmentIds.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('education_department_module as held')
        .innerJoin('module', 'module.id', 'held.module_id')
        .select('held.education_department_id')
        .select(moduleFieldNames.map((name) => `module.${name}` as const))
        .where('held.education_department_id', 'in', departmentIds)
        .$if(!alsoInactive, (query) => query.where('module.active', '=', true))
        .orderBy('module.name')
        .execute()

export async function listUsersOfDepartment(kysely: Kysely, departmentId: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('user')
    .select('id')
    .where('education_department_id', '=', departmentId)
    .execute()
  return rows.map(({ id }) => id)
}
