import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import { isStudent } from '#domain/user/user.rules.ts'
import type { BatchScope } from './batch-scope.ts'
import type { BatchState } from './batch-state.ts'
import { findEnrollments, findModules, findMoments, findStudents } from './find-state.ts'

/** Reads all that the decisions of a batch may depend on. */
export async function loadState(trx: Transaction<Tables>, scope: BatchScope): Promise<BatchState> {
  const state: BatchState = { students: new Map(), moments: new Map(), modules: new Map() }
  for (const row of await findStudents(trx, scope)) {
    const student = state.students.get(row.id)
    if (student) {
      if (row.completed_module_id !== null) student.completed_module_ids.add(row.completed_module_id)
      continue
    }
    state.students.set(row.id, {
      education_department_id: isStudent({ roles: rolesOf(row) }) ? row.education_department_id : null,
      completed_module_ids: new Set(row.completed_module_id === null ? [] : [row.completed_module_id]),
      enrollments: [],
    })
  }
  for (const { module_id, ...row } of await findMoments(trx, scope)) {
    const moment = state.moments.get(row.id)
    if (!moment) state.moments.set(row.id, { ...row, module_ids: module_id === null ? [] : [module_id] })
    else if (module_id !== null) state.moments.set(row.id, { ...moment, module_ids: [...moment.module_ids, module_id] })
  }
  for (const row of await findModules(trx, scope)) {
    const module = state.modules.get(row.id) ?? { name: row.name, active: row.active, department_ids: new Set() }
    state.modules.set(row.id, module)
    if (row.education_department_id !== null) module.department_ids.add(row.education_department_id)
  }
  for (const { date, duration, schoolyear_active, ...row } of await findEnrollments(trx, scope))
    state.students.get(row.user_id)?.enrollments.push({ ...row, moment: { date, duration, schoolyear_active } })
  return state
}
