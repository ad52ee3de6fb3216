import { setImmediate } from 'node:timers/promises'
import { previewSwitches } from '#api-server/acts/department-switch/assess-switch.ts'
import { listMatchingIds, wantedBy } from '#api-server/facts/user-search.ts'
import type { Kysely } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import { MAX_USERS } from '#domain/users/user-act.rules.ts'
import type { PlannedUser, UserAct, UserGroup } from '#domain/users/user-act.schema.ts'
import { Problem } from '#server/problem.ts'
import { type JudgedUser, listActUsers, refused, workOf } from './user-acts.ts'

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
