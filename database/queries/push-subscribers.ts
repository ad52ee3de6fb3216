import type { Kysely } from '#database/tables.ts'
import { ofEachKind, type PushWishes, type QuietHours } from '#domain/push/push.rules.ts'
import { pushPreferenceFieldNames, usualPreference } from '#domain/push/push.schema.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'

/** Users to search: these, or the next ones by id. At most some hundreds at a time. */
export type Among = { ids: readonly number[] } | { after: number; limit: number }

export interface ConcernAnswer {
  concerned: Pick<Subscriber, 'user_id' | 'quiet'>[]
  /** last user that was searched; null if there was none */
  last: number | null
}

interface Subscriber {
  user_id: number
  is_student: boolean
  information_checked: boolean
  education_department_id: number | null
  wishes: PushWishes
  quiet: QuietHours | null
}

/** Lists users with a device to notify, by id, with chosen kinds and hours. A user who never chose gets all kinds. */
export async function listSubscribers(kysely: Kysely, among: Among): Promise<Subscriber[]> {
  const all = kysely
    .selectFrom('user')
    .leftJoin('push_preference', 'push_preference.user_id', 'user.id')
    .select(['user.id', 'user.roles', 'user.information_checked', 'user.education_department_id'])
    .select(pushPreferenceFieldNames.map((name) => `push_preference.${name}` as const))
    .where('user.activated', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscription')
          .select('push_subscription.id')
          .whereRef('push_subscription.user_id', '=', 'user.id'),
      ),
    )
    .orderBy('user.id')
  if ('ids' in among && among.ids.length === 0) return []
  const asked =
    'ids' in among ? all.where('user.id', 'in', among.ids) : all.where('user.id', '>', among.after).limit(among.limit)
  return (await asked.execute()).map((row) => ({
    user_id: row.id,
    is_student: isStudent({ roles: rolesOf(row) }),
    information_checked: row.information_checked,
    education_department_id: row.education_department_id,
    wishes: ofEachKind((kind) => row[kind] ?? usualPreference[kind]),
    quiet: row.quiet_from && row.quiet_until ? { from: row.quiet_from, until: row.quiet_until } : null,
  }))
}
