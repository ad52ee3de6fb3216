import type { DeviceProof } from '#contract/push.ts'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'
import type { PushContext } from '#push-server/push-context.ts'
import { Problem } from '#server/problem.ts'
import { deviceColumns } from './device-columns.ts'
import { isGone } from './device-outcomes.ts'
import { digestOf } from './digest.ts'
import { readSubscription } from './read-subscription.ts'

/** Puts a subscription in the place of the one whose secret is known. Throws `not-found` and `SubscribingRefusal`s. */
export function renewDevice(
  context: PushContext,
  { endpoint, secret, subscription }: DeviceProof & { subscription: PushSubscriptionData },
) {
  const fresh = readSubscription(subscription, context)
  return context.database.transaction(async (trx) => {
    const proven = await trx
      .selectFrom('push_subscription')
      .select('id')
      .where('endpoint', '=', endpoint)
      .where('secret_hash', '=', digestOf(secret))
      .forUpdate()
      .executeTakeFirst()
    if (!proven) throw new Problem('not-found')
    if (await isGone(trx, fresh.endpoint)) throw new Problem('push-endpoint-gone')
    await trx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', fresh.endpoint)
      .where('id', '!=', proven.id)
      .execute()
    return trx
      .updateTable('push_subscription')
      .set({ ...fresh, last_failure: null, last_failure_at: null })
      .where('id', '=', proven.id)
      .returning(deviceColumns)
      .executeTakeFirstOrThrow()
  })
}
