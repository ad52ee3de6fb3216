import { lockStudents } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { endCurrentEnrollments } from './end-current-enrollments.ts'
import { reachOnboardingStep } from './reach-onboarding-step.ts'
import { requireModules } from './require-modules.ts'

/** Marks modules, each given once, as completed and gives how many enrollments that ended. Throws `module-unknown`. */
export async function completeModules(
  { database, clock }: { database: Database; clock: () => number },
  { userId, moduleIds }: { userId: number; moduleIds: readonly number[] },
): Promise<number> {
  return database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    await requireModules(trx, moduleIds)
    await reachOnboardingStep(trx, userId, 4)
    if (moduleIds.length === 0) return 0
    const created_at = new Date(clock()).toISOString()
    await trx
      .insertInto('completed_module')
      .values(moduleIds.map((module_id) => ({ user_id: userId, module_id, created_at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await announce(trx, [{ event: 'enrollmentsChanged', user_id: userId, testmoment_ids: [] }])
    return endCurrentEnrollments(trx, { userId, moduleIds }, clock)
  })
}
