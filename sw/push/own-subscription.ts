import { deleteDB, openDB } from 'idb'
import { fullPathOf } from '#contract/endpoint.ts'
import { type DeviceProof, forgetPushDevice, renewPushDevice } from '#contract/push.ts'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'
import type { KeptDevice } from '#sw/messages.ts'

/** Parts of the browser's push manager that are needed. */
interface Subscriber {
  current(): Promise<Pick<PushSubscription, 'unsubscribe'> | null>
  subscribe(vapidKey: string): Promise<Pick<PushSubscription, 'toJSON'>>
}

interface Deps {
  store: DeviceStore
  server: PushServer
  subscriber: Subscriber
  /** takes away what is shown of before */
  closeNotices(): Promise<void>
}

/**
 * This browser is notified no more, and shows nothing of before to who comes next, also without a network: then the push
 * service itself refuses what the server still sends, and the server learns it by that.
 */
export async function endSubscription({ store, server, subscriber, closeNotices }: Deps): Promise<void> {
  const device = await store.read().catch(() => null)
  const ending = subscriber.current().then((subscription) => subscription?.unsubscribe())
  await Promise.allSettled([ending, device && server.forget(device), store.forget(), closeNotices()])
}

/** Somebody else logged in here: what is sent to the one before is not theirs to see. */
export async function endUnlessOf(userId: number, deps: Deps): Promise<void> {
  const device = await deps.store.read().catch(() => null)
  if (device && device.userId !== userId) await endSubscription(deps)
}

/**
 * The browser gave up its subscription (pushsubscriptionchange), perhaps for `fresh`. Where this fails the app makes up
 * for it at its next start.
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

/** Requests of the worker to the push server; rejects unless it was done. */
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

/** Keeps the one subscription of this browser; rejects where the browser keeps nothing, as in a private window. */
interface DeviceStore {
  read(): Promise<KeptDevice | null>
  keep(device: KeptDevice): Promise<void>
  forget(): Promise<void>
}

/** A database of its own: the lists, which can be fetched again, may be deleted without it. */
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
