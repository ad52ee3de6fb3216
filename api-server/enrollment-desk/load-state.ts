import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import { appStateOf } from '#domain/users/user.rules.ts'
import type { BatchScope } from './batch-scope.ts'
import type { BatchState } from './batch-state.ts'
import { findEnrollments, findModules, findMoments, findStudents } from './find-state.ts'

/** Reads all that the decisions of a batch may depend on. */
export async function loadState(trx: Transaction<Tables>, scope: BatchScope): Promise<BatchState> {
  const { userIds, testmomentIds, moduleIds } = scope
  const state: BatchState = { students: new Map(), moments: new Map(), modules: new Map() }

  for (const row of await findStudents(trx, userIds, moduleIds)) {
    const student = state.students.get(row.id) ?? {
      education_department_id:
        appStateOf({ ...row, roles: rolesOf(row) }) === 'student' ? row.education_department_id : null,
      completed_module_ids: new Set(),
      enrollments: [],
    }
    state.students.set(row.id, student)
    if (row.completed_module_id !== null) student.completed_module_ids.add(row.completed_module_id)
  }
  for (const { module_id, some_module_id, ...row } of await findMoments(trx, testmomentIds, moduleIds)) {
    const moment = state.moments.get(row.id) ?? { ...row, module_ids: some_module_id === null ? [] : [some_module_id] }
    state.moments.set(row.id, moment)
    if (module_id !== null) moment.module_ids.push(module_id)
  }
  for (const row of await findModules(trx, moduleIds)) {
    const module = state.modules.get(row.id) ?? { name: row.name, active: row.active, department_ids: new Set() }
    state.modules.set(row.id, module)
    if (row.education_department_id !== null) module.department_ids.add(row.education_department_id)
  }
  for (const row of await findEnrollments(trx, userIds, testmomentIds, moduleIds)) {
    const { date, duration, enrollments_enabled, enrollments_close_at, schoolyear_active, ...enrollment } = row
    const moment = { date, duration, enrollments_enabled, enrollments_close_at, schoolyear_active }
    state.students.get(row.user_id)?.enrollments.push({ ...enrollment, moment })
  }

  return state
}
