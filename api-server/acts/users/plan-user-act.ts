import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { previewSwitches } from '#api-server/acts/department-switch/assess-switch.ts'
import { listMatchingIds, wantedBy } from '#api-server/facts/user-search.ts'
import type { Tables } from '#database/tables.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import { MAX_USERS } from '#domain/users/user-act.rules.ts'
import type { PlannedUser, UserAct, UserGroup } from '#domain/users/user-act.schema.ts'
import { Problem } from '#server/problem.ts'

/** Looked at together; others are served between two of these. */
const TOGETHER = 500

interface Wish {
  act: UserAct
  group: UserGroup
  /** nobody deletes themselves */
  callerId: number
}

/** What an act on many would do to each, as it is now. Throws `users-too-many`. `now` in ms since the epoch. */
export async function planUserAct(kysely: Kysely<Tables>, { act, group, callerId }: Wish, now: number) {
  const ids = await idsOf(kysely, group, now)
  const switches =
    act.kind === 'department'
      ? await previewSwitches(kysely, ids, act.education_department_id, now)
      : { planned: [], ends: new Map<number, number>(), makes: new Map<number, number>(), waits_ended: 0 }
  const switched = new Map(switches.planned.map((one) => [one.id, one]))
  const people: PlannedUser[] = []
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const some = ids.slice(from, from + TOGETHER)
    const users = await findUsers(kysely, some)
    const written = act.kind === 'invite' ? await listJustInvited(kysely, some, now) : new Set<number>()
    const gone = act.kind === 'delete' ? await countGone(kysely, some) : noneGone
    for (const user of users) {
      const { id, username, first_name, last_name } = user
      const named = { id, username, first_name, last_name }
      const judged = ((): Pick<PlannedUser, 'outcome' | 'obstacle'> => {
        switch (act.kind) {
          case 'invite':
            if (user.activated) return { outcome: 'refused', obstacle: 'account-activated' }
            return { outcome: written.has(id) ? 'already' : 'will' }
          case 'department': {
            const { kind = 'refused', obstacle } = switched.get(id) ?? {}
            const outcome = kind === 'already' || kind === 'refused' ? kind : 'will'
            return { outcome, ...(obstacle && { obstacle }) }
          }
          case 'delete':
            return id === callerId ? { outcome: 'refused', obstacle: 'own-account' } : { outcome: 'will' }
          case 'message':
            return isStudent({ roles: rolesOf(user) })
              ? { outcome: 'will' }
              : { outcome: 'refused', obstacle: 'no-student' }
        }
      })()
      const [ends, makes, results] = [
        switches.ends.get(id) ?? gone.enrollments.get(id),
        switches.makes.get(id),
        gone.results.get(id),
      ]
      people.push({ ...named, ...judged, ...(ends && { ends }), ...(makes && { makes }), ...(results && { results }) })
    }
    await setImmediate()
  }
  return { people, waits_ended: switches.waits_ended }
}

async function idsOf(kysely: Kysely<Tables>, group: UserGroup, now: number): Promise<number[]> {
  if (group.by === 'users') return [...new Set(group.user_ids)]
  const except = new Set(group.except)
  const found = await listMatchingIds(kysely, wantedBy(group.filter, now), MAX_USERS + except.size + 1)
  const ids = found.filter((id) => !except.has(id))
  if (ids.length > MAX_USERS) throw new Problem('users-too-many')
  return ids
}

const findUsers = (kysely: Kysely<Tables>, ids: readonly number[]) =>
  kysely
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'roles', 'activated'])
    .where('id', 'in', ids)
    .orderBy('last_name_key')
    .orderBy('id')
    .execute()

/** ms in which nobody gets a second letter, as after a double press or a lost answer. */
const JUST = 10 * 60_000

/** Those of these users who were sent an invitation a moment ago. */
export async function listJustInvited(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  now: number,
): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('password_reset')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('created_at', '>', new Date(now - JUST).toISOString())
    // A link that somebody asked for by themselves holds for an hour.
    .where('expires_at', '>', new Date(now + 2 * 3_600_000).toISOString())
    .where('used_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []))
}

const noneGone = { enrollments: new Map<number, number>(), results: new Map<number, number>() }

/** What goes with each of these accounts, of all school years. */
export async function countGone(kysely: Kysely<Tables>, userIds: readonly number[]): Promise<typeof noneGone> {
  const enrollments = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()
  const results = await kysely
    .selectFrom('enrollment')
    .innerJoin('result', 'result.enrollment_id', 'enrollment.id')
    .select(({ fn }) => ['enrollment.user_id', fn.countAll<number>().as('count')])
    .where('enrollment.user_id', 'in', userIds)
    .groupBy('enrollment.user_id')
    .execute()
  const byUser = (rows: { user_id: number; count: number }[]) =>
    new Map(rows.map(({ user_id, count }) => [user_id, count]))
  return { enrollments: byUser(enrollments), results: byUser(results) }
}
