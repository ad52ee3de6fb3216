import type { DeviceProof, DeviceWish } from '#contract/push.calls.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'
import type { Addressee, PushContext } from '#push-server/context.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { digestOf, isGone } from './device-outcomes.ts'
import { readSubscription } from './subscription.ts'

/** Columns of a device that are shown, in the order of the reply. */
const deviceColumns = ['id', 'device_name', 'created_at', 'last_success_at', 'last_failure', 'last_failure_at'] as const

export const listDevices = (kysely: Kysely, userId: number) =>
  kysely
    .selectFrom('push_subscription')
    .select(deviceColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()

interface Given extends Addressee {
  user_id: number
  session_id: number
  secret_hash: string
  device_name: string
}

/** Most devices of a user; the oldest is removed, so that no account makes the server send endlessly. */
const MOST_DEVICES = 20

/** Subscribes the caller's device, replacing the user who had this browser before. */
export async function saveDevice(
  context: PushContext,
  caller: Caller,
  { wish, deviceName }: { wish: DeviceWish; deviceName: string },
) {
  const subscription = readSubscription(wish.subscription, context)
  const { endpoint } = subscription
  const given = {
    ...subscription,
    user_id: caller.id,
    session_id: caller.sessionId,
    secret_hash: digestOf(wish.secret),
    device_name: deviceName,
  }
  const device = await findSame(context.database.kysely, given)
  if (device) return { device, created: false }
  return context.database.transaction(async (trx) => {
    await requireLogin(trx, caller)
    await requireWanted(trx, caller, wish)
    if (await isGone(trx, endpoint)) throw new Problem('push-endpoint-gone')
    await trx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('user_id', '!=', caller.id)
      .execute()
    const before = await trx
      .selectFrom('push_subscription')
      .select('id')
      .where('endpoint', '=', endpoint)
      .executeTakeFirst()
    const saved = await trx
      .insertInto('push_subscription')
      .values({ ...given, created_at: new Date(context.clock()).toISOString() })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(given))
      .returning(deviceColumns)
      .executeTakeFirstOrThrow()
    await dropOldest(trx, caller)
    return { device: saved, created: !before }
  })
}

/**
 * Finds an identical subscription, to avoid writing it again: every app sends its subscription at each start, also when a push
 * starts thousands at once, and the API writes to the same file.
 */
const findSame = (kysely: Kysely, { endpoint, ...given }: Given) =>
  kysely
    .selectFrom('push_subscription')
    .select(deviceColumns)
    .where('endpoint', '=', endpoint)
    .where((known) => known.and(given))
    .executeTakeFirst()

/** Locks the session: a simultaneous logout comes either before, which refuses this, or after, which ends the subscription. */
async function requireLogin(trx: Transaction, { sessionId }: Caller): Promise<void> {
  const login = await trx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!login) throw new Problem('token-revoked')
}

async function requireWanted(trx: Transaction, { id }: Caller, { asked, subscription }: DeviceWish) {
  const removed = trx
    .selectFrom('removed_push_device')
    .select('user_id')
    .where('endpoint_hash', '=', digestOf(subscription.endpoint))
    .where('user_id', '=', id)
  if (!asked && (await removed.executeTakeFirst())) throw new Problem('push-device-removed')
  await trx.deleteFrom('removed_push_device').where('endpoint_hash', '=', digestOf(subscription.endpoint)).execute()
}

const dropOldest = (trx: Transaction, { id }: Caller) =>
  trx
    .deleteFrom('push_subscription')
    .where('user_id', '=', id)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('push_subscription')
        .select('id')
        .where('user_id', '=', id)
        .orderBy('id', 'desc')
        .limit(MOST_DEVICES),
    )
    .execute()

/** Replaces the subscription whose secret is given. Throws `not-found` and `SubscribingRefusal`s. */
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

/** Removes one of the caller's devices for good, even if the device starts again. Throws `not-found`. */
export const removeDevice = ({ database, clock }: PushContext, caller: Caller, id: number) =>
  database.transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('push_subscription')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning([...deviceColumns, 'endpoint'])
      .executeTakeFirst()
    if (!removed) throw new Problem('not-found')
    const { endpoint, ...device } = removed
    const removal = { user_id: caller.id, removed_at: new Date(clock()).toISOString() }
    await trx
      .insertInto('removed_push_device')
      .values({ ...removal, endpoint_hash: digestOf(endpoint) })
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(removal))
      .execute()
    return device
  })

/** Ends a subscription if the secret is right; otherwise does nothing. */
export const forgetDevice = (kysely: Kysely, { endpoint, secret }: DeviceProof) =>
  kysely
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('secret_hash', '=', digestOf(secret))
    .execute()
