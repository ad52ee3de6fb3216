import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { isComplete } from '#domain/users/user-edit.rules.ts'
import { Problem } from '#server/problem.ts'
import { enrollAutomatically } from './enroll-automatically.ts'
import { requireUser } from './require-user.ts'

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
    const made = await enrollAutomatically(trx, { userIds: [userId] }, clock)
    return { user: { ...user, information_checked: true }, enrollments_made: made.length }
  })
}
