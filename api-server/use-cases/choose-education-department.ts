import { findEducationDepartment } from '#api-server/departments/department.queries.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { Problem } from '#server/problem.ts'
import { reachOnboardingStep } from './reach-onboarding-step.ts'
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
