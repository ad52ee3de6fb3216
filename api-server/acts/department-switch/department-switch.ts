import type { Kysely } from 'kysely'
import {
  announceCounts,
  enrollAutomatically,
  loadOffer,
  previewOf,
} from '#api-server/enrollments/automatic-enrollment.ts'
import { confirmUnenrolled } from '#api-server/enrollments/enrollment-letter.ts'
import { previewLostWaits } from '#api-server/enrollments/waiting/lost-waits.ts'
import { findEducationDepartment, listModulesOfDepartments } from '#api-server/facts/department.queries.ts'
import { listActiveEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { listCompletions } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { departmentSwitch, departmentSwitchRefusal } from '#domain/departments/department.rules.ts'
import type { DepartmentSwitch } from '#domain/departments/department.schema.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * What a switch would bring about now (decision 19): the modules that the student gains by it and has not completed, the
 * enrollments that they lose, those that are then made for them, and where they no longer wait. Throws as `assessDepartmentSwitch` does.
 */
export async function previewDepartmentSwitch({ kysely }: Database, wish: DepartmentSwitch, now: number) {
  const { user, student, to, outcome } = await assessDepartmentSwitch(kysely, wish, now)
  const gained = new Set(outcome.added_module_ids)
  const offer = await loadOffer(kysely)
  const afterwards = {
    id: user.id,
    information_checked: true,
    department: { auto_enroll: to.auto_enroll, module_ids: new Set(to.modules.map(({ id }) => id)) },
    completed_module_ids: student.completed_module_ids,
    enrollments: student.enrollments.filter((enrollment) => !outcome.ended.includes(enrollment)),
  }
  const switches = user.education_department_id !== to.id
  const students = switches ? [afterwards] : []
  const automatic = automaticEnrollments({ ...offer, students, now })
  const { made, without_seat } = previewOf(offer, automatic)
  const moments = new Map(offer.moments.map((moment) => [moment.id, moment]))
  const enrolled = automatic.made.flatMap(({ testmoment_id, module_id }) => {
    const moment = moments.get(testmoment_id)
    return moment ? [{ testmoment_id, module_id, moment }] : []
  })
  const changed = { education_department_id: to.id, enrollments: [...afterwards.enrollments, ...enrolled] }
  return {
    modules_to_be_added: to.modules
      .filter(({ id }) => gained.has(id))
      .map(({ id, name, description }) => ({ id, name, description })),
    enrollments_to_be_deleted: outcome.ended,
    enrollments_to_be_made: made,
    enrollments_without_seat: without_seat,
    waits_to_be_deleted: switches ? await previewLostWaits(kysely, user.id, changed, now) : [],
  }
}

/**
 * Moves a student to another department, ends the enrollments that they lose by it and makes those that are automatic
 * there, all or nothing. To their own department it changes nothing. The user's version stays: it is about what the
 * user's own form edits. Throws as `assessDepartmentSwitch` does.
 */
export async function switchDepartment(
  { database, clock }: { database: Database; clock: () => number },
  { actor, by }: { actor: Caller; by: EnrollingParty },
  { user_id, department_id }: DepartmentSwitch,
) {
  return database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [user_id])
    const held = await listActiveEnrollments(trx, user_id)
    await shareTestmoments(trx, [...new Set(held.map(({ testmoment_id }) => testmoment_id))])

    const { user, outcome } = await assessDepartmentSwitch(trx, { user_id, department_id }, clock())
    if (user.education_department_id === department_id) return { user, enrollments_deleted: 0, enrollments_made: 0 }

    const ended = outcome.ended.map(({ id }) => id)
    if (ended.length > 0) await trx.deleteFrom('enrollment').where('id', 'in', ended).execute()
    await confirmUnenrolled(trx, outcome.ended, clock())
    await announceCounts(trx, outcome.ended)
    const switched = { education_department_id: department_id }
    await trx.updateTable('user').set(switched).where('id', '=', user_id).execute()
    const change = { resource: 'user', resourceId: user_id, fields: ['education_department_id'] } as const
    if (by === 'administrator')
      await recordChange(trx, { actorId: actor.id, action: 'department-switched', ...change }, clock())
    else await announce(trx, [{ event: 'userEdited', user_id }])
    const { enrollments_made } = await enrollAutomatically(trx, { userIds: [user_id] }, clock)
    return { user: { ...user, ...switched }, enrollments_deleted: ended.length, enrollments_made }
  })
}

/**
 * Loads all that the rule of the switch asks, and asks it; for the preview and, under its locks, for the switch itself.
 * Throws `not-found` for who is no student, or a `DepartmentSwitchRefusal`.
 */
async function assessDepartmentSwitch(
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
