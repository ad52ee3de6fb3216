import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'

/** One row per module of each moment in the active school year that enrolls automatically in at least one module. */
export const listAutomaticOffers = (kysely: Kysely) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('testmoment_module as listed', 'listed.testmoment_id', 'testmoment.id')
    .innerJoin('module', 'module.id', 'listed.module_id')
    .select([
      'testmoment.id',
      ...whenAndWhereColumns,
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'testmoment.max_enrollments',
      'testmoment.seats',
      'testmoment.divided_at',
      'schoolyear.active as schoolyear_active',
      'listed.module_id',
      'listed.auto_enroll',
      'module.name as module_name',
      'module.description as module_description',
      'module.active as module_active',
    ])
    .where('schoolyear.active', '=', true)
    .where('testmoment.id', 'in', (query) =>
      query.selectFrom('testmoment_module').select('testmoment_id').where('auto_enroll', '=', true),
    )
    .execute()

export type AutomaticOffer = Awaited<ReturnType<typeof listAutomaticOffers>>[number]

/** Lists onboarded students in departments that enroll automatically: all, one, or those that have one of some modules. */
export async function listStudentsToEnroll(
  kysely: Kysely,
  { departmentId, moduleIds }: { departmentId?: number; moduleIds?: readonly number[] },
): Promise<number[]> {
  const rows = await kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select('user.id')
    .where('education_department.auto_enroll', '=', true)
    .where('user.information_checked', '=', true)
    .$if(departmentId !== undefined, (query) => query.where('education_department.id', '=', departmentId ?? 0))
    .$if(moduleIds !== undefined, (query) =>
      query.where('education_department.id', 'in', (held) =>
        held
          .selectFrom('education_department_module')
          .select('education_department_id')
          .where('module_id', 'in', moduleIds ?? []),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
