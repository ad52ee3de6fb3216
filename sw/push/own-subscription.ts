import type { KeptDevice } from '#sw/messages.ts'
import type { DeviceStore } from './device-store.ts'
import type { PushServer } from './server-calls.ts'

/** As much of the browser's push manager as it takes. */
export interface Subscriber {
  current(): Promise<Pick<PushSubscription, 'unsubscribe'> | null>
  subscribe(vapidKey: string): Promise<Pick<PushSubscription, 'toJSON'>>
}

interface Means {
  store: DeviceStore
  server: PushServer
  subscriber: Subscriber
}

/**
 * This browser is told nothing any more, also without a network: then the push service itself refuses what the server
 * still sends, and the server learns it by that.
 */
export async function endSubscription({ store, server, subscriber }: Means): Promise<void> {
  const device = await store.read().catch(() => null)
  const ending = subscriber.current().then((subscription) => subscription?.unsubscribe())
  await Promise.allSettled([ending, device && server.forget(device), store.forget()])
}

/** Somebody else logged in here: what is told to who was here before is not theirs to see. */
export async function endUnlessOf(userId: number, means: Means): Promise<void> {
  const device = await means.store.read().catch(() => null)
  if (device && device.userId !== userId) await endSubscription(means)
}

/**
 * The browser gave up its subscription (pushsubscriptionchange), perhaps for `fresh`. Where this fails the app makes up
 * for it at its next start.
 */
export async function renewSubscription(
  { store, server, subscriber }: Means,
  fresh: Pick<PushSubscription, 'toJSON'> | null,
): Promise<void> {
  const device = await store.read()
  if (!device) return
  const { endpoint = '', keys = {} } = (fresh ?? (await subscriber.subscribe(device.vapidKey))).toJSON()
  const { p256dh = '', auth = '' } = keys
  await server.renew(device, { endpoint, keys: { p256dh, auth }, vapid_key: device.vapidKey })
  await store.keep({ ...device, endpoint } satisfies KeptDevice)
}
