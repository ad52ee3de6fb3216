import { setImmediate } from 'node:timers/promises'
import { inviteUsers, renewActivations } from '#api-server/accounts/invitations.ts'
import { previewSwitches } from '#api-server/acts/department-switch/assess-switch.ts'
import { assignDepartment } from '#api-server/acts/department-switch/department-switch.ts'
import type { ApiContext } from '#api-server/context.ts'
import { recordUsersEdited } from '#api-server/facts/record-change.ts'
import { listMatchingIds, wantedBy } from '#api-server/facts/user-search.ts'
import { lockAdministrators, lockStudents } from '#api-server/platform/locks.ts'
import { type Erasing, eraseUsers } from '#api-server/users/edit-user.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import { MAX_USERS, type UserObstacle } from '#domain/users/user-act.rules.ts'
import type {
  BatchUser,
  BatchUserAct,
  PlannedUser,
  SettledUser,
  UserAct,
  UserGroup,
} from '#domain/users/user-act.schema.ts'
import { classGroupRefusal, keptClassGroup } from '#domain/users/user-edit.rules.ts'
import type { Actor } from '#server/bearer.ts'
import type { Keys } from '#server/keys.ts'
import { Problem } from '#server/problem.ts'

/** Effects of an act on one user, without the user's name. */
export type JudgedUser = Pick<PlannedUser, 'outcome' | 'obstacle' | 'ends' | 'makes' | 'results'>

const refused = (obstacle: UserObstacle): JudgedUser => ({ outcome: 'refused', obstacle })

type UserRow = Awaited<ReturnType<typeof listActUsers>>[number]

const listActUsers = (kysely: Kysely, ids: readonly number[]) =>
  kysely
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'roles', 'activated', 'class_group'])
    .where('id', 'in', ids)
    .orderBy('last_name_key')
    .orderBy('id')
    .execute()

interface Judging {
  ids: readonly number[]
  callerId: number
  now: number
}

/** Parts of an act on users. The plan and the act itself, under its locks, use the same `judge`. */
interface UserActWork {
  lock: (trx: Transaction, ids: readonly number[], caller: Actor) => Promise<void>
  judge: (kysely: Kysely, asked: Judging) => Promise<(user: UserRow) => JudgedUser>
  gone: JudgedUser
  carryOut: (trx: Transaction, users: Erasing) => Promise<void>
}

/** Acts that write only rows of users. Giving a department is a department switch. */
type OwnAct = Exclude<BatchUserAct, { kind: 'department' }>

/** Returns how an act is judged and carried out. Throws a `ClassGroupRefusal`. */
const workOf = (act: OwnAct): UserActWork =>
  act.kind === 'class-group' ? givingClassGroup(act.class_group) : userActs[act.kind]

function givingClassGroup(typed: string | null): UserActWork {
  const refusal = classGroupRefusal(typed)
  if (refusal) throw new Problem(refusal)
  const class_group = keptClassGroup(typed)
  return {
    lock: lockStudents,
    judge: async () => (user) => {
      if (!isStudent({ roles: rolesOf(user) })) return refused('no-student')
      return { outcome: user.class_group === class_group ? 'already' : 'will' }
    },
    gone: refused('not-found'),
    async carryOut(trx, { ids, actorId, now }) {
      await trx
        .updateTable('user')
        .set(({ eb }) => ({ class_group, version: eb('version', '+', 1) }))
        .where('id', 'in', ids)
        .execute()
      await recordUsersEdited(trx, { actorId, userIds: ids, fields: ['class_group'] }, now)
    },
  }
}

const userActs: Record<Exclude<OwnAct['kind'], 'class-group'>, UserActWork> = {
  invite: {
    // The second of two simultaneous acts waits here, and finds the letter of the first.
    lock: lockStudents,
    async judge(kysely, { ids, now }) {
      const written = await listJustInvited(kysely, ids, now)
      return ({ id, activated }) =>
        activated ? refused('account-activated') : { outcome: written.has(id) ? 'already' : 'will' }
    },
    gone: refused('not-found'),
    // Sends the same letter as an invitation of one user, but all other letters go first.
    async carryOut(trx, { ids: userIds, actorId, now }) {
      await renewActivations(trx, userIds, now)
      await inviteUsers(trx, userIds, now)
      await recordUsersEdited(trx, { actorId, userIds, action: 'activation-resent' }, now)
    },
  },
  delete: {
    lock: (trx, ids, caller) => lockAdministrators(trx, caller, ...ids),
    async judge(kysely, { ids, callerId }) {
      const enrollments = await countByUser(kysely, ids)
      const results = await countByUser(kysely, ids, { withResult: true })
      return ({ id }) => ({
        ...(id === callerId ? refused('own-account') : { outcome: 'will' }),
        ...(enrollments.has(id) && { ends: enrollments.get(id) }),
        ...(results.has(id) && { results: results.get(id) }),
      })
    },
    gone: { outcome: 'already' },
    carryOut: eraseUsers,
  },
}

/** Time (ms) in which a second letter is not sent, such as after a double press or a lost answer. */
const INVITED_AGAIN_MS = 10 * 60_000

/** Finds users who were sent an invitation within `INVITED_AGAIN_MS`. */
async function listJustInvited(kysely: Kysely, userIds: readonly number[], now: number): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('password_reset')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('created_at', '>', new Date(now - INVITED_AGAIN_MS).toISOString())
    // Leaves out links that users requested themselves: these are valid for an hour.
    .where('expires_at', '>', new Date(now + 2 * 3_600_000).toISOString())
    .where('used_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []))
}

/** Counts by user all enrollments, which are deleted with the account, or only those that have a result. */
async function countByUser(
  kysely: Kysely,
  userIds: readonly number[],
  { withResult = false } = {},
): Promise<Map<number, number>> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => ['enrollment.user_id', fn.countAll<number>().as('count')])
    .where('enrollment.user_id', 'in', userIds)
    .$if(withResult, (enrollments) => enrollments.innerJoin('result', 'result.enrollment_id', 'enrollment.id'))
    .groupBy('enrollment.user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

/** Users judged in one turn of the event loop; other requests are served between two turns. */
const USERS_TOGETHER = 500

interface Wish {
  act: UserAct
  group: UserGroup
  /** id of the teacher, whose own account cannot be deleted */
  callerId: number
}

/** Plans an act on many users. Throws `users-too-many` or a `ClassGroupRefusal`. `now` in ms since the epoch. */
export async function planUserAct(kysely: Kysely, { act, group, callerId }: Wish, now: number) {
  const ids = await idsOf(kysely, group, now)
  const switches =
    act.kind === 'department'
      ? await previewSwitches(kysely, ids, act.education_department_id, now)
      : { judged: new Map<number, JudgedUser>(), waits_ended: 0 }
  const judgeOf = async (some: readonly number[]) => {
    switch (act.kind) {
      case 'department':
        return ({ id }: { id: number }) => switches.judged.get(id) ?? refused('not-found')
      case 'message':
        return (user: { roles: string }): JudgedUser =>
          isStudent({ roles: rolesOf(user) }) ? { outcome: 'will' } : refused('no-student')
      default:
        return workOf(act).judge(kysely, { ids: some, callerId, now })
    }
  }
  const people: PlannedUser[] = []
  for (let from = 0; from < ids.length; from += USERS_TOGETHER) {
    const some = ids.slice(from, from + USERS_TOGETHER)
    const judge = await judgeOf(some)
    for (const user of await listActUsers(kysely, some))
      people.push({ ...pick(user, ['id', 'username', 'first_name', 'last_name']), ...judge(user) })
    await setImmediate()
  }
  return { people, waits_ended: switches.waits_ended }
}

async function idsOf(kysely: Kysely, group: UserGroup, now: number): Promise<number[]> {
  if (group.by === 'users') return [...new Set(group.user_ids)]
  const except = new Set(group.except)
  const found = await listMatchingIds(kysely, wantedBy(group.filter, now), MAX_USERS + except.size + 1)
  const ids = found.filter((id) => !except.has(id))
  if (ids.length > MAX_USERS) throw new Problem('users-too-many')
  return ids
}

interface ActDeps extends Pick<ApiContext, 'database' | 'letters' | 'clock'> {
  keys: Pick<Keys, 'identities'>
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
      ? assignDepartment(trx, { users, departmentId: act.education_department_id, actorId, message }, clock)
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
