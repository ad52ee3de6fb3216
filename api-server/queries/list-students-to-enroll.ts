import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * The ids of those who were onboarded in a department that enrolls automatically: in any, in one, or in those that hold
 * one of some modules.
 */
export async function listStudentsToEnroll(
  kysely: Kysely<Tables>,
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
