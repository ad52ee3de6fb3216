import { recordChange } from '#api-server/audit/record-change.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { listActiveEnrollments } from '#api-server/queries/list-active-enrollments.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { DepartmentSwitch } from '#domain/departments/department.schema.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { enrollAutomatically } from './enroll-automatically.ts'
import { weighDepartmentSwitch } from './weigh-department-switch.ts'

/**
 * Moves a student to another department, ends the enrollments that they lose by it and makes those that are automatic
 * there, all or nothing. To their own department it changes nothing. The user's version stays: it is about what the
 * user's own form edits. Throws as `weighDepartmentSwitch` does.
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

    const { user, outcome } = await weighDepartmentSwitch(trx, { user_id, department_id }, clock())
    if (user.education_department_id === department_id) return { user, enrollments_deleted: 0, enrollments_made: 0 }

    const ended = outcome.ended.map(({ id }) => id)
    if (ended.length > 0) await trx.deleteFrom('enrollment').where('id', 'in', ended).execute()
    const switched = { education_department_id: department_id }
    await trx.updateTable('user').set(switched).where('id', '=', user_id).execute()
    const change = { resource: 'user', resourceId: user_id, fields: ['education_department_id'] } as const
    if (by === 'administrator')
      await recordChange(trx, { actorId: actor.id, action: 'department-switched', ...change }, clock())
    else await announce(trx, [{ event: 'userEdited', user_id }])
    const made = await enrollAutomatically(trx, { userIds: [user_id] }, clock)
    return { user: { ...user, ...switched }, enrollments_deleted: ended.length, enrollments_made: made.length }
  })
}
