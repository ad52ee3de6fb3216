import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enrollAutomatically } from './enroll-automatically.ts'
import { reachOnboardingStep } from './reach-onboarding-step.ts'
import { requireModules } from './require-modules.ts'

/**
 * Takes back that modules, each given once, were completed; where enrolling in one that was is automatic, it is made up
 * for. Gives how many enrollments that made. Throws `module-unknown`.
 */
export async function uncompleteModules(
  { database, clock }: { database: Database; clock: () => number },
  { userId, moduleIds }: { userId: number; moduleIds: readonly number[] },
): Promise<number> {
  return database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [userId])
    await requireModules(trx, moduleIds)
    await reachOnboardingStep(trx, userId, 4)
    if (moduleIds.length === 0) return 0
    const reopened = await trx
      .deleteFrom('completed_module')
      .where('user_id', '=', userId)
      .where('module_id', 'in', moduleIds)
      .returning('module_id')
      .execute()
    if (reopened.length === 0) return 0
    await announce(trx, [{ event: 'enrollmentsChanged', user_id: userId, testmoment_ids: [] }])
    const scope = { userIds: [userId], moduleIds: new Set(reopened.map(({ module_id }) => module_id)) }
    return (await enrollAutomatically(trx, scope, clock)).length
  })
}
