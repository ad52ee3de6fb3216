import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The ids of those who were onboarded in a department that enrols automatically: in any, or in one. */
export async function listStudentsToEnroll(
  kysely: Kysely<Tables>,
  { departmentId }: { departmentId?: number },
): Promise<number[]> {
  const rows = await kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select('user.id')
    .where('education_department.auto_enroll', '=', true)
    .where('user.information_checked', '=', true)
    .$if(departmentId !== undefined, (query) => query.where('education_department.id', '=', departmentId ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}
