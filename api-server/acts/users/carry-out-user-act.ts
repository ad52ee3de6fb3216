import type { Transaction } from 'kysely'
import { inviteUsers, renewActivations } from '#api-server/accounts/invitations.ts'
import { giveDepartment } from '#api-server/acts/department-switch/department-switch.ts'
import { recordUsersEdited } from '#api-server/facts/record-change.ts'
import { barIdentities } from '#api-server/logins/bars-and-notices.ts'
import { lockAdministrators, lockStudents } from '#api-server/platform/locks.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import type { BatchUser, BatchUserAct, SettledUser } from '#domain/users/user-act.schema.ts'
import type { Caller } from '#server/bearer.ts'
import type { Keys } from '#server/keys.ts'
import { countGone, listJustInvited } from './plan-user-act.ts'

interface ActDeps {
  database: Database
  keys: Pick<Keys, 'identities'>
  letters: Pick<LetterDelivery, 'wake'>
  /** ms since the epoch */
  clock: () => number
}

interface UserActWish {
  act: BatchUserAct
  users: readonly BatchUser[]
  /** to those whose enrollments end by another department; deleted accounts read nothing any more */
  message?: WrittenMessage | undefined
}

/**
 * Does to some users what an administrator was shown before, in one transaction, and says of each what became of it. Asked again
 * it finds it done. Throws `token-revoked` when who deletes is no administrator any more, or what is the matter with the message's words.
 */
export async function carryOutUserAct(
  { database, keys, letters, clock }: ActDeps,
  caller: Pick<Caller, 'id'>,
  { act, users: asked, message }: UserActWish,
): Promise<SettledUser[]> {
  const users = [...new Map(asked.map((user) => [user.id, user])).values()]
  const settled = await database.transaction((trx) => {
    switch (act.kind) {
      case 'invite':
        return invite(trx, caller, users, clock())
      case 'department':
        return giveDepartment(
          trx,
          { users, departmentId: act.education_department_id, actorId: caller.id, message },
          clock,
        )
      case 'delete':
        return remove(trx, keys, { caller, users }, clock())
    }
  })
  letters.wake()
  return settled
}

/** By the same letter as one by one, which lets all others go first. */
async function invite(
  trx: Transaction<Tables>,
  caller: Pick<Caller, 'id'>,
  users: readonly BatchUser[],
  now: number,
): Promise<SettledUser[]> {
  const ids = users.map(({ id }) => id)
  // Of two who ask at once the second waits here, and finds the letter of the first.
  await lockStudents(trx, ids)
  const rows = await trx.selectFrom('user').select(['id', 'activated']).where('id', 'in', ids).execute()
  const activated = new Map(rows.map((user) => [user.id, user.activated]))
  const written = await listJustInvited(trx, ids, now)
  const settled = ids.map((id): SettledUser => {
    if (!activated.has(id)) return { id, outcome: 'refused', obstacle: 'not-found' }
    if (activated.get(id)) return { id, outcome: 'refused', obstacle: 'account-activated' }
    return { id, outcome: written.has(id) ? 'already' : 'done' }
  })
  const invited = settled.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
  if (invited.length === 0) return settled
  await renewActivations(trx, invited, now)
  await inviteUsers(trx, invited, now)
  await recordUsersEdited(trx, { actorId: caller.id, userIds: invited, action: 'activation-resent' }, now)
  return settled
}

/** As `deleteUser`, each with all that is theirs. */
async function remove(
  trx: Transaction<Tables>,
  keys: ActDeps['keys'],
  { caller, users }: { caller: Pick<Caller, 'id'>; users: readonly BatchUser[] },
  now: number,
): Promise<SettledUser[]> {
  const ids = users.map(({ id }) => id)
  await lockAdministrators(trx, caller, ...ids)
  const rows = await trx.selectFrom('user').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  const gone = await countGone(trx, ids)
  const settled = users.map(({ id, ends = 0 }): SettledUser => {
    if (id === caller.id) return { id, outcome: 'refused', obstacle: 'own-account' }
    if (!there.has(id)) return { id, outcome: 'already' }
    if ((gone.enrollments.get(id) ?? 0) > ends) return { id, outcome: 'refused', obstacle: 'ends-more' }
    return { id, outcome: 'done' }
  })
  const deleted = settled.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
  if (deleted.length === 0) return settled
  await recordUsersEdited(trx, { actorId: caller.id, userIds: deleted, action: 'deleted' }, now)
  const linked = await trx
    .selectFrom('external_identity')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', deleted)
    .execute()
  for (const { user_id } of linked) await barIdentities(trx, keys.identities, user_id, now)
  await trx.deleteFrom('user').where('id', 'in', deleted).execute()
  return settled
}
