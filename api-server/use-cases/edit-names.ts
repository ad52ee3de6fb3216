import { lockStudents } from '#api-server/platform/locks.ts'
import { accountReply } from '#api-server/replies/account-reply.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { UserEdit } from '#domain/users/user.schema.ts'
import { type UserFields, userFieldTexts } from '#domain/users/user.texts.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { Caller } from '#server/bearer.ts'
import type { KeyRing } from '#server/key-ring.ts'
import { Problem } from '#server/problem.ts'
import { requireVersion } from '../platform/edits.ts'
import { reachOnboardingStep } from './reach-onboarding-step.ts'
import { requireUser } from './require-user.ts'

type Names = Pick<UserFields, 'first_name' | 'last_name'>

/**
 * Saves one's own names, whatever else was sent along: the first step of onboarding, also when they stay as they are.
 * Throws a `NameRefusal`, or `version-stale` when somebody else was first.
 */
export async function editNames(
  { database, links }: { database: Database; links: KeyRing },
  caller: Caller,
  { first_name, last_name, version }: Pick<UserEdit, keyof Names | 'version'>,
) {
  const refusal = nameRefusal(first_name) ?? nameRefusal(last_name)
  if (refusal) throw new Problem(refusal)
  const names: Names = { first_name: tidyName(first_name), last_name: tidyName(last_name) }

  return database.transaction(async (trx) => {
    await lockStudents(trx, [caller.id])
    const user = await requireUser(trx, caller.id)
    const { first_name, last_name } = userFieldTexts
    requireVersion<Names>({ ...names, version }, user, {
      texts: { first_name, last_name },
      reply: accountReply(user, caller, links),
    })
    await trx
      .updateTable('user')
      .set({ ...findable({ username: user.username, ...names }), version: user.version + 1 })
      .where('id', '=', caller.id)
      .execute()
    await announce(trx, [{ event: 'userEdited', user_id: caller.id }])
    await reachOnboardingStep(trx, caller.id, 2)
    return requireUser(trx, caller.id)
  })
}
