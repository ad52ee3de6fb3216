import { expect, test } from 'vitest'
import type { KeptDevice } from '#sw/messages.ts'
import { endSubscription, endUnlessOf, renewSubscription } from '#sw/push/own-subscription.ts'

const DEVICE: KeptDevice = {
  userId: 42,
  endpoint: 'https://fcm.googleapis.com/fcm/send/old',
  secret: 'het-geheim',
  vapidKey: 'de-sleutel',
}

const subscription = (name: string) => ({
  toJSON: () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${name}`, keys: { p256dh: 'p', auth: 'a' } }),
})

/** A browser that is subscribed, and a server; `online: false` takes the network away. */
function startBrowser({ device = DEVICE, online = true, canStore = true }: Partial<Started> = {}) {
  const state = { kept: device, isSubscribed: true, isShowing: true, calls: [] as unknown[] }
  const reach = (call: unknown) => {
    if (!online) throw new TypeError('Failed to fetch')
    state.calls.push(call)
  }
  const refuse = () => Promise.reject(new Error('this browser keeps nothing'))
  const means = {
    store: {
      read: async () => (canStore ? state.kept : refuse()),
      keep: async (kept: KeptDevice) => {
        state.kept = kept
      },
      forget: async () => {
        state.kept = null
      },
    },
    closeNotices: async () => {
      state.isShowing = false
    },
    server: {
      forget: async (proof: object) => reach({ forget: proof }),
      renew: async (proof: object, fresh: object) => reach({ renew: proof, fresh }),
    },
    subscriber: {
      current: async () => ({
        unsubscribe: async () => {
          state.isSubscribed = false
          return true
        },
      }),
      subscribe: async (vapidKey: string) => {
        reach({ subscribe: vapidKey })
        return subscription('made')
      },
    },
  }
  return { state, means }
}
interface Started {
  device: KeptDevice | null
  online: boolean
  canStore: boolean
}

test('a logout ends the subscription at the browser and at the server, and closes what is shown', async () => {
  const { state, means } = startBrowser()
  await endSubscription(means)
  expect(state).toEqual({ kept: null, isSubscribed: false, isShowing: false, calls: [{ forget: DEVICE }] })
})

test('a logout without a network, or with a store that is broken, ends it at the browser', async () => {
  for (const trouble of [{ online: false }, { canStore: false }, { device: null }]) {
    const { state, means } = startBrowser(trouble)
    await endSubscription(means)
    expect(state).toMatchObject({ isSubscribed: false, isShowing: false })
    expect(state.kept).toBeNull()
  }
})

test('somebody else who logs in ends it; the same person does not', async () => {
  const { state, means } = startBrowser()
  await endUnlessOf(42, means)
  expect(state).toMatchObject({ kept: DEVICE, isSubscribed: true, isShowing: true, calls: [] })
  await endUnlessOf(43, means)
  expect(state).toMatchObject({ kept: null, isSubscribed: false, calls: [{ forget: DEVICE }] })
})

const renewed = (name: string) => ({
  renew: DEVICE,
  fresh: {
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    keys: { p256dh: 'p', auth: 'a' },
    vapid_key: 'de-sleutel',
  },
})

test('a subscription that the browser replaced is reported with its secret', async () => {
  const { state, means } = startBrowser()
  await renewSubscription(means, subscription('new'))
  expect(state.calls).toEqual([renewed('new')])
  expect(state.kept).toEqual({ ...DEVICE, endpoint: 'https://fcm.googleapis.com/fcm/send/new' })
})

test('one that it only gave up is made again, with the known key', async () => {
  const { state, means } = startBrowser()
  await renewSubscription(means, null)
  expect(state.calls).toEqual([{ subscribe: 'de-sleutel' }, renewed('made')])
})

test('nothing is renewed for who wants nothing, and without a network it stays for the next start', async () => {
  const none = startBrowser({ device: null })
  await renewSubscription(none.means, subscription('new'))
  expect(none.state.calls).toEqual([])
  const offline = startBrowser({ online: false })
  await expect(renewSubscription(offline.means, subscription('new'))).rejects.toThrow()
  expect(offline.state.kept).toEqual(DEVICE)
})
