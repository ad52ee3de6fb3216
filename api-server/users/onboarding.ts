import type { Transaction } from 'kysely'
import { recordUsersEdited } from '#api-server/audit/record-change.ts'
import { findEducationDepartment } from '#api-server/departments/department.queries.ts'
import { loadOffer, loadStudents, previewOf } from '#api-server/enrollments/automatic-enrollment.ts'
import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import type { AutomaticPreview } from '#domain/enrollments/listed-enrollment.schema.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { isComplete } from '#domain/users/user-edit.rules.ts'
import { Problem } from '#server/problem.ts'
import { enrollAutomatically } from '../enrollments/automatic-enrollment.ts'
import { requireUser } from './require-user.ts'

/**
 * The second step of onboarding, as often as a student likes until they confirm. Throws `onboarding-done` afterwards, and
 * `education-department-unavailable` for one that is not offered; who already has an archived one keeps it.
 */
export async function chooseEducationDepartment(
  database: Database,
  { userId, departmentId }: { userId: number; departmentId: number },
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    const user = await requireUser(trx, userId)
    if (user.information_checked) throw new Problem('onboarding-done')
    const department = await findEducationDepartment(trx, departmentId)
    const offered = department && (!department.archived || department.id === user.education_department_id)
    if (!offered) throw new Problem('education-department-unavailable')
    await trx.updateTable('user').set({ education_department_id: departmentId }).where('id', '=', userId).execute()
    await announce(trx, [{ event: 'userEdited', user_id: userId }])
    await reachOnboardingStep(trx, userId, 3)
  })
}

/**
 * An administrator gives a student who is not through onboarding a department, or another one: the student finds it chosen there,
 * and may choose otherwise. Throws `not-found` for who is no student, `onboarding-done` and `education-department-unavailable`.
 */
export async function giveEducationDepartment(
  { database, clock }: { database: Database; clock: () => number },
  { actorId, userId, departmentId }: { actorId: number; userId: number; departmentId: number },
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    const user = await requireUser(trx, userId)
    if (!isStudent({ roles: rolesOf(user) })) throw new Problem('not-found')
    if (user.information_checked) throw new Problem('onboarding-done')
    if (departmentId === user.education_department_id) return
    const department = await findEducationDepartment(trx, departmentId)
    if (!department || department.archived) throw new Problem('education-department-unavailable')
    await trx.updateTable('user').set({ education_department_id: departmentId }).where('id', '=', userId).execute()
    await recordUsersEdited(trx, { actorId, userIds: [userId], fields: ['education_department_id'] }, clock())
  })
}

/**
 * Ends a student's onboarding and makes the automatic enrollments that come with it, both or neither. Again it changes
 * nothing and makes none. Throws `information-incomplete`.
 */
export async function confirmInformation(
  { database, clock }: { database: Database; clock: () => number },
  userId: number,
) {
  return database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [userId])
    const user = await requireUser(trx, userId)
    if (user.information_checked) return { user, enrollments_made: 0 }
    if (!isComplete(user)) throw new Problem('information-incomplete')
    await trx.updateTable('user').set({ information_checked: true }).where('id', '=', userId).execute()
    await announce(trx, [{ event: 'userEdited', user_id: userId }])
    const { enrollments_made } = await enrollAutomatically(trx, { userIds: [userId] }, clock)
    return { user: { ...user, information_checked: true }, enrollments_made }
  })
}

/** What confirming would make now, and what there is no seat for, by the same steps as `enrollAutomatically`. Nothing once it was confirmed. */
export async function previewAutomaticEnrollments(
  { kysely }: Database,
  userId: number,
  now: number,
): Promise<AutomaticPreview> {
  const offer = await loadOffer(kysely)
  const onboarding = (await loadStudents(kysely, [userId], offer)).filter((student) => !student.information_checked)
  const students = onboarding.map((student) => ({ ...student, information_checked: true }))
  return previewOf(offer, automaticEnrollments({ ...offer, students, now }))
}

/** Onboarding goes on from here, on this device and on others. It never goes back, and stays once all was confirmed. */
export async function reachOnboardingStep(
  trx: Transaction<Tables>,
  userId: number,
  step: OnboardingStep,
): Promise<void> {
  await trx
    .updateTable('user')
    .set({ onboarding_step: step })
    .where('id', '=', userId)
    .where('onboarding_step', '<', step)
    .where('information_checked', '=', false)
    .execute()
}
