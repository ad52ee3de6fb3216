import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** The ids of those whose department enrols automatically and holds one of these modules. */
export async function listAutomaticCandidates(kysely: Kysely<Tables>, moduleIds: readonly number[]): Promise<number[]> {
  if (moduleIds.length === 0) return []
  const rows = await kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select('user.id')
    .where('education_department.auto_enroll', '=', true)
    .where('user.information_checked', '=', true)
    .where('education_department.id', 'in', (query) =>
      query
        .selectFrom('education_department_module')
        .select('education_department_id')
        .where('module_id', 'in', moduleIds),
    )
    .execute()
  return rows.map(({ id }) => id)
}
