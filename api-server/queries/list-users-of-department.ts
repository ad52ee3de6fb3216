import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The ids of those who have this department, onboarded or not. */
export async function listUsersOfDepartment(kysely: Kysely<Tables>, departmentId: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('user')
    .select('id')
    .where('education_department_id', '=', departmentId)
    .execute()
  return rows.map(({ id }) => id)
}
