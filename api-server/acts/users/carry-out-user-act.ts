import { giveDepartment } from '#api-server/acts/department-switch/department-switch.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import type { BatchUser, BatchUserAct, SettledUser } from '#domain/users/user-act.schema.ts'
import type { Actor } from '#server/bearer.ts'
import type { Keys } from '#server/keys.ts'
import { listActUsers, workOf } from './user-acts.ts'

interface ActDeps {
  database: Database
  keys: Pick<Keys, 'identities'>
  letters: Pick<LetterDelivery, 'wake'>
  clock: () => number
}

interface UserActWish {
  act: BatchUserAct
  users: readonly BatchUser[]
  /** to students whose enrollments end because of another department */
  message?: WrittenMessage | undefined
}

/**
 * Carries a planned act out on some users in one transaction, and returns the outcome for each. A repeated call finds it done.
 * Throws `token-revoked` if the caller who deletes is no longer an administrator, a refusal of the message's words, or a
 * `ClassGroupRefusal`.
 */
export async function carryOutUserAct(
  { database, keys, letters, clock }: ActDeps,
  caller: Actor,
  { act, users: asked, message }: UserActWish,
): Promise<SettledUser[]> {
  const users = [...new Map(asked.map((user) => [user.id, user])).values()]
  const { id: actorId } = caller
  const settled = await database.transaction((trx) =>
    act.kind === 'department'
      ? giveDepartment(trx, { users, departmentId: act.education_department_id, actorId, message }, clock)
      : settleUsers(trx, { work: workOf(act), users, caller, keys }, clock()),
  )
  letters.wake()
  return settled
}

interface Settling extends Pick<ActDeps, 'keys'> {
  work: ReturnType<typeof workOf>
  users: readonly BatchUser[]
  caller: Actor
}

/** Judges users again under locks. Acts on those where it is possible and ends no more than was confirmed. */
async function settleUsers(
  trx: Transaction,
  { work, users, caller, keys }: Settling,
  now: number,
): Promise<SettledUser[]> {
  const { lock, judge, gone, carryOut } = work
  const ids = users.map(({ id }) => id)
  await lock(trx, ids, caller)
  const there = new Map((await listActUsers(trx, ids)).map((user) => [user.id, user]))
  const judged = await judge(trx, { ids, callerId: caller.id, now })
  const settled = users.map(({ id, ends: agreed = 0 }): SettledUser => {
    const user = there.get(id)
    const { outcome, obstacle, ends = 0 } = user ? judged(user) : gone
    if (outcome !== 'will') return { id, outcome, ...(obstacle && { obstacle }) }
    return ends > agreed ? { id, outcome: 'refused', obstacle: 'ends-more' } : { id, outcome: 'done' }
  })
  const done = settled.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
  if (done.length > 0) await carryOut(trx, { ids: done, actorId: caller.id, keys, now })
  return settled
}
