import type { Transaction } from 'kysely'
import { listEnrollmentsInModules } from '#api-server/enrollments/enrollment.queries.ts'
import { confirmUnenrolled } from '#api-server/enrollments/enrollment-letter.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { announceCounts, enrollAutomatically } from '../enrollments/automatic-enrollment.ts'
import { reachOnboardingStep } from '../users/onboarding.ts'
import { requireModules } from './module.queries.ts'

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
    return unenrollFromModules(trx, { userId, moduleIds }, clock)
  })
}

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
    return (await enrollAutomatically(trx, scope, clock)).enrollments_made
  })
}

/**
 * Ends a student's enrollments in these modules, also where enrollment is closed, and gives how many; past ones are
 * history and stay. A step of a larger transaction, which has locked the student.
 */
async function unenrollFromModules(
  trx: Transaction<Tables>,
  question: { userId: number; moduleIds: readonly number[] },
  clock: () => number,
): Promise<number> {
  const held = await listEnrollmentsInModules(trx, question)
  if (held.length === 0) return 0
  await shareTestmoments(trx, [...new Set(held.map(({ testmoment_id }) => testmoment_id))])

  const now = clock()
  const current = (await listEnrollmentsInModules(trx, question)).filter((enrollment) => isCurrent(enrollment, now))
  if (current.length === 0) return 0
  const ids = current.map(({ id }) => id)
  await trx.deleteFrom('enrollment').where('id', 'in', ids).execute()
  await confirmUnenrolled(trx, question.userId, current, now)
  await announceCounts(trx, current)
  return current.length
}
