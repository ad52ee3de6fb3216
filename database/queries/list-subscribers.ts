import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Whoever has a device that can be told: these users, or the next ones by id. With what they want to hear, and when. */
export async function listSubscribers(
  kysely: Kysely<Tables>,
  among: { ids: readonly number[] } | { after: number; limit: number },
) {
  const subscribers = kysely
    .selectFrom('user')
    .leftJoin('push_preference', 'push_preference.user_id', 'user.id')
    .select(['user.id', 'user.roles', 'user.education_department_id'])
    .select(['push_preference.opening', 'push_preference.reminder'])
    .select(['push_preference.quiet_from', 'push_preference.quiet_until'])
    .where('user.activated', '=', true)
    .where('user.information_checked', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscription')
          .select('push_subscription.id')
          .whereRef('push_subscription.user_id', '=', 'user.id'),
      ),
    )
    .orderBy('user.id')
  if ('ids' in among) return among.ids.length === 0 ? [] : subscribers.where('user.id', 'in', among.ids).execute()
  return subscribers.where('user.id', '>', among.after).limit(among.limit).execute()
}

export type Subscriber = Awaited<ReturnType<typeof listSubscribers>>[number]
