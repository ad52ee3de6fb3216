import { deleteDB, openDB } from 'idb'
import { fullPathOf } from '#contract/endpoint.ts'
import type { DeviceProof } from '#contract/push.calls.ts'
import { forgetPushDevice, renewPushDevice } from '#contract/push.gen.ts'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'
import type { KeptDevice } from '#sw/messages.ts'

interface Subscriber {
  current(): Promise<Pick<PushSubscription, 'unsubscribe'> | null>
  subscribe(vapidKey: string): Promise<Pick<PushSubscription, 'toJSON'>>
}

interface Deps {
  store: DeviceStore
  server: PushServer
  subscriber: Subscriber
  /** closes notifications that are still shown */
  closeNotices(): Promise<void>
}

/**
 * Ends this browser's subscription, and shows nothing of it to the next user. Without a network, the push service itself
 * refuses what the server still sends, which the server then notices.
 */
export async function endSubscription({ store, server, subscriber, closeNotices }: Deps): Promise<void> {
  const device = await store.read().catch(() => null)
  const ending = subscriber.current().then((subscription) => subscription?.unsubscribe())
  await Promise.allSettled([ending, device && server.forget(device), store.forget(), closeNotices()])
}

/** Ends the subscription when another user logged in here, who must not see what is sent to its owner. */
export async function endUnlessOf(userId: number, deps: Deps): Promise<void> {
  const device = await deps.store.read().catch(() => null)
  if (device && device.userId !== userId) await endSubscription(deps)
}

/**
 * Replaces a subscription that the browser gave up (pushsubscriptionchange), perhaps for `fresh`. After a failure the app
 * repairs it at its next start.
 */
export async function renewSubscription(
  { store, server, subscriber }: Deps,
  fresh: Pick<PushSubscription, 'toJSON'> | null,
): Promise<void> {
  const device = await store.read()
  if (!device) return
  const { endpoint = '', keys = {} } = (fresh ?? (await subscriber.subscribe(device.vapidKey))).toJSON()
  const { p256dh = '', auth = '' } = keys
  await server.renew(device, { endpoint, keys: { p256dh, auth }, vapid_key: device.vapidKey })
  await store.keep({ ...device, endpoint } satisfies KeptDevice)
}

/** The worker's requests to the push server; they reject unless carried out. */
interface PushServer {
  forget(proof: DeviceProof): Promise<void>
  renew(proof: DeviceProof, subscription: PushSubscriptionData): Promise<void>
}

export const pushServer: PushServer = {
  forget: ({ endpoint, secret }) => post(fullPathOf(forgetPushDevice), { endpoint, secret }),
  renew: ({ endpoint, secret }, subscription) => post(fullPathOf(renewPushDevice), { endpoint, secret, subscription }),
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  // A user who logs out may close the window at once.
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true })
  if (!answer.ok) throw new Error(`The push server answers ${answer.status}`)
}

/** Stores this browser's only subscription; rejects if the browser has no storage, as in a private window. */
interface DeviceStore {
  read(): Promise<KeptDevice | null>
  keep(device: KeptDevice): Promise<void>
  forget(): Promise<void>
}

/** Separate from the lists' database, which may be deleted, since lists can be fetched again. */
const DATABASE = 'push'
const PLACE = 'device'
const KEY = 'now'

const open = () =>
  openDB<{ device: { key: string; value: KeptDevice } }>(DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore(PLACE)
    },
  })

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

export const deviceStore: DeviceStore = {
  read: () => withDatabase(async (database) => (await database.get(PLACE, KEY)) ?? null),
  keep: (device) =>
    withDatabase(async (database) => {
      await database.put(PLACE, device, KEY)
    }),
  forget: () => deleteDB(DATABASE),
}
