import { lockStudents } from '#api-server/locks/lock-students.ts'
import type { Database } from '#database/engine/open-database.ts'
import { nameRefusal, tidyName } from '#domain/user/name.rules.ts'
import { searchTextOf } from '#domain/user/search.rules.ts'
import type { UserEdit } from '#domain/user/user-edit.schema.ts'
import { Problem } from '#server/problem.ts'
import { reachOnboardingStep } from './reach-onboarding-step.ts'
import { requireUser } from './require-user.ts'

/**
 * Throws a `NameRefusal`, or `version-stale` when somebody else was first. Saving one's own names is the first step of
 * onboarding, also when they stay as they are; a teacher's correction takes no step for the student.
 */
export async function editNames(
  database: Database,
  { userId, own, first_name, last_name, version }: UserEdit & { userId: number; own: boolean },
) {
  const refusal = nameRefusal(first_name) ?? nameRefusal(last_name)
  if (refusal) throw new Problem(refusal)
  const names = { first_name: tidyName(first_name), last_name: tidyName(last_name) }

  return database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    const user = await requireUser(trx, userId)
    if (version !== undefined && version !== user.version) throw new Problem('version-stale')
    await trx
      .updateTable('user')
      .set({ ...names, search_text: searchTextOf({ ...user, ...names }), version: user.version + 1 })
      .where('id', '=', userId)
      .execute()
    if (own) await reachOnboardingStep(trx, userId, 2)
    return requireUser(trx, userId)
  })
}
