import type { Kysely } from 'kysely'
import { listCompletions } from '#api-server/modules/module.queries.ts'
import { listAutomaticStudents } from '#api-server/queries/list-automatic-students.ts'
import { listHeldEnrollments } from '#api-server/queries/list-held-enrollments.ts'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import type { AutomaticStudent } from '#domain/enrollments/automatic.rules.ts'
import { isStudent } from '#domain/users/user.rules.ts'
import type { Offer } from './load-offer.ts'

/** Those of these users whom automatic enrollment could concern, in the order of their ids. */
export async function loadStudents(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  { module_ids_of_department }: Offer,
): Promise<AutomaticStudent[]> {
  const rows = await listAutomaticStudents(kysely, userIds)
  const students = rows.filter((row) => isStudent({ roles: rolesOf(row) }))
  if (students.length === 0) return []
  const ids = students.map(({ id }) => id)
  const completions = Map.groupBy(await listCompletions(kysely, ids), ({ user_id }) => user_id)
  const enrollments = Map.groupBy(await listHeldEnrollments(kysely, ids), ({ user_id }) => user_id)
  return students.map(({ id, information_checked, education_department_id }) => ({
    id,
    information_checked,
    department: { auto_enroll: true, module_ids: module_ids_of_department.get(education_department_id) ?? new Set() },
    completed_module_ids: new Set(completions.get(id)?.map(({ module_id }) => module_id)),
    enrollments: (enrollments.get(id) ?? []).map((row) => ({ ...row, moment: row })),
  }))
}
