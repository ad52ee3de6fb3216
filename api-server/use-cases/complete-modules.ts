import type { Transaction } from 'kysely'
import { lockStudents } from '#api-server/locks/lock-students.ts'
import { shareTestmoments } from '#api-server/locks/share-testmoments.ts'
import { inChunks } from '#api-server/queries/in-chunks.ts'
import { listEnrollmentsInModules } from '#api-server/queries/list-enrollments-in-modules.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { isCurrent } from '#domain/testmoment/testmoment.rules.ts'
import { reachOnboardingStep } from './reach-onboarding-step.ts'
import { requireModules } from './require-modules.ts'

/**
 * Marks modules as completed and ends the student's current enrolments in them, also where enrolment is closed; past
 * ones are history. Gives how many ended. Throws `module-unknown`.
 */
export async function completeModules(
  { database, clock }: { database: Database; clock: () => number },
  { userId, moduleIds }: { userId: number; moduleIds: readonly number[] },
): Promise<number> {
  return database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    await requireModules(trx, moduleIds)
    await reachOnboardingStep(trx, userId, 4)
    const created_at = new Date(clock()).toISOString()
    for (const ids of inChunks(moduleIds))
      await trx
        .insertInto('completed_module')
        .values(ids.map((module_id) => ({ user_id: userId, module_id, created_at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return endCurrentEnrollments(trx, { userId, moduleIds }, clock)
  })
}
