import type { Kysely } from 'kysely'
import { findEducationDepartment } from '#api-server/queries/find-education-department.ts'
import { listActiveEnrollments } from '#api-server/queries/list-active-enrollments.ts'
import { listCompletions } from '#api-server/queries/list-completions.ts'
import { listModulesOfDepartments } from '#api-server/queries/list-modules-of-departments.ts'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import { departmentSwitch, departmentSwitchRefusal } from '#domain/departments/department.rules.ts'
import type { DepartmentSwitch } from '#domain/departments/department.schema.ts'
import { isStudent } from '#domain/users/user.rules.ts'
import { Problem } from '#server/problem.ts'
import { requireUser } from './require-user.ts'

/**
 * Loads all that the rule of the switch asks, and asks it; for the preview and, under its locks, for the switch itself.
 * Throws `not-found` for who is no student, or a `DepartmentSwitchRefusal`.
 */
export async function weighDepartmentSwitch(
  kysely: Kysely<Tables>,
  { user_id, department_id }: DepartmentSwitch,
  now: number,
) {
  const user = await requireUser(kysely, user_id)
  if (!isStudent({ roles: rolesOf(user) })) throw new Problem('not-found')
  const [from, to] = [
    await loadDepartment(kysely, user.education_department_id),
    await loadDepartment(kysely, department_id),
  ]
  const completions = await listCompletions(kysely, [user_id])
  const student = {
    information_checked: user.information_checked,
    department: from ?? null,
    completed_module_ids: new Set(completions.map(({ module_id }) => module_id)),
    enrollments: (await listActiveEnrollments(kysely, user_id)).map((row) => ({
      ...row,
      moment: { date: row.date, duration: row.duration, schoolyear_active: true },
    })),
  }
  const refusal = departmentSwitchRefusal(student, to)
  if (refusal || !to) throw new Problem(refusal ?? 'education-department-unavailable')
  return { user, student, to, outcome: departmentSwitch(student, to, now) }
}

async function loadDepartment(kysely: Kysely<Tables>, id: number | null) {
  if (id === null) return undefined
  const department = await findEducationDepartment(kysely, id)
  return department && { ...department, modules: await listModulesOfDepartments(kysely, [id], { alsoInactive: true }) }
}
