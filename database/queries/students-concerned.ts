import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { rolesOf } from '#database/user-roles.ts'
import type { ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import { isConcerned, type PushWishes } from '#domain/push/concern.rules.ts'
import type { PushKind } from '#domain/push/push-kind.ts'
import type { QuietHours } from '#domain/push/quiet-hours.rules.ts'
import { isStudent } from '#domain/users/user.rules.ts'
import type { AnnouncedMoment } from './find-announced-moment.ts'
import { listStandings } from './list-standings.ts'
import { listSubscribers, type Subscriber } from './list-subscribers.ts'

export interface ConcernQuery {
  kind: PushKind
  moment: AnnouncedMoment
  /** at most some hundreds at a time: these users, or the next ones by id */
  among: { ids: readonly number[] } | { after: number; limit: number }
  /** ms since the epoch */
  now: number
}

export interface ConcernAnswer {
  concerned: { user_id: number; quiet: QuietHours | null }[]
  /** the last user that was looked at; null when there was none */
  last: number | null
}

/** Which students with a subscription are to be told, by the one rule of domain/push/concern.rules.ts. */
export async function studentsConcerned(
  kysely: Kysely<Tables>,
  { kind, moment, among, now }: ConcernQuery,
): Promise<ConcernAnswer> {
  const subscribers = await listSubscribers(kysely, among)
  const last = subscribers.at(-1)?.id ?? null
  const students = subscribers.filter((subscriber) => isStudent({ roles: rolesOf(subscriber) }))
  if (students.length === 0) return { concerned: [], last }
  const ids = students.map(({ id }) => id)
  const { enrollmentsOf, completedBy } = await listStandings(kysely, ids, moment.schoolyear_id)

  const concerned = students.filter(({ id, education_department_id, ...subscriber }) => {
    const completed = completedBy(id)
    const modules = (moment.modules_of_department.get(education_department_id ?? 0) ?? []).map(
      (module): ModuleFacts => ({ ...module, in_department: true, is_completed: completed.has(module.id) }),
    )
    return isConcerned({ kind, moment, modules, enrollments: enrollmentsOf(id), wishes: wishesOf(subscriber), now })
  })
  return { concerned: concerned.map((student) => ({ user_id: student.id, quiet: quietOf(student) })), last }
}

/** Who never said anything hears both. */
const wishesOf = ({ opening, reminder }: Pick<Subscriber, 'opening' | 'reminder'>): PushWishes => ({
  opening: opening ?? true,
  reminder: reminder ?? true,
})

const quietOf = ({ quiet_from, quiet_until }: Pick<Subscriber, 'quiet_from' | 'quiet_until'>): QuietHours | null =>
  quiet_from !== null && quiet_until !== null ? { from: quiet_from, until: quiet_until } : null
