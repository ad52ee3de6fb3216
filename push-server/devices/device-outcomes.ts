import { createHash } from 'node:crypto'
import type { Kysely } from '#database/tables.ts'
import type { PushFailure } from '#domain/push/push.schema.ts'

/** Most gone endpoints stored per user: more than anyone has, and each costs a row for some months. */
const MOST_GONE = 20

/** Subscription by row id and endpoint: the browser may have replaced it since the push was sent. */
interface SentTo {
  id: number
  endpoint: string
}

/** Notes that a push service accepted a push for these. `at` in ISO text, also below. */
export const noteSuccess = (kysely: Kysely, ids: readonly number[], at: string) =>
  kysely
    .updateTable('push_subscription')
    .set({ last_success_at: at, last_failure: null, last_failure_at: null })
    .where('id', 'in', ids)
    .execute()

export const noteFailure = (kysely: Kysely, ids: readonly number[], failure: PushFailure, at: string) =>
  kysely
    .updateTable('push_subscription')
    .set({ last_failure: failure, last_failure_at: at })
    .where('id', 'in', ids)
    .execute()

/**
 * Deletes a subscription that the push service reported as gone, and stores its endpoint: a browser that registers it again
 * gets `push-endpoint-gone`, and makes a new subscription.
 */
export async function forgetGone(kysely: Kysely, { id, endpoint }: SentTo, at: string): Promise<void> {
  const gone = await kysely
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .returning('user_id')
    .executeTakeFirst()
  if (!gone) return
  const { user_id } = gone
  await kysely
    .insertInto('gone_push_endpoint')
    .values({ endpoint_hash: digestOf(endpoint), user_id, gone_at: at })
    .onConflict((known) => known.column('endpoint_hash').doUpdateSet({ user_id, gone_at: at }))
    .execute()
  const newest = kysely
    .selectFrom('gone_push_endpoint')
    .select('endpoint_hash')
    .where('user_id', '=', user_id)
    .orderBy('gone_at', 'desc')
    .orderBy('endpoint_hash')
    .limit(MOST_GONE)
  await kysely
    .deleteFrom('gone_push_endpoint')
    .where('user_id', '=', user_id)
    .where('endpoint_hash', 'not in', newest)
    .execute()
}

export const isGone = async (kysely: Kysely, endpoint: string): Promise<boolean> =>
  (await kysely
    .selectFrom('gone_push_endpoint')
    .select('endpoint_hash')
    .where('endpoint_hash', '=', digestOf(endpoint))
    .executeTakeFirst()) !== undefined

/** SHA-256, base64url, without a salt so that rows can be looked up by it: endpoints and secrets have 256 random bits. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
