import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { DeviceWish } from '#contract/push.calls.ts'
import { readPushPreference, renewPushDevice, savePushDevice } from '#contract/push.gen.ts'
import { ofEachKind } from '#domain/push/push.rules.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { reconcile, startNotifying } from '#src/push/device-keeping.ts'
import { kindTexts, notifiedText, pushTexts } from '#src/push/push.texts.ts'
import type { BrowserSubscription, PushBrowser } from '#src/push/push-browser.ts'
import type { KeptDevice } from '#sw/messages.ts'
import { pushApi } from './support/push-api.ts'

const [NOOR, SAM] = [42, 43]
const subscription = (name: string, vapidKey = 'key-1'): BrowserSubscription => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: 'p', auth: 'a' },
  vapidKey,
})
const deviceOf = (userId: number, name: string, vapidKey = 'key-1'): KeptDevice => ({
  userId,
  endpoint: subscription(name).endpoint,
  secret: 'het-geheim',
  vapidKey,
})

interface Given {
  permission?: NotificationPermission
  answer?: NotificationPermission
  current?: BrowserSubscription | null
  kept?: KeptDevice | null
  key?: string
  /** error of a call of the server, if it fails */
  fails?: (target: Endpoint) => Error | undefined
}

/** A browser and a server, as far as pushes go; every change of either is written down. */
function start({
  permission = 'default',
  answer = 'granted',
  current = null,
  kept = null,
  key = 'key-1',
  fails,
}: Given) {
  const state = { permission, current, kept, done: [] as string[], saved: [] as DeviceWish[] }
  const nameOf = (endpoint: string) => endpoint.split('/').at(-1)
  const browser: PushBrowser = {
    permission: () => state.permission,
    askPermission: async () => {
      state.done.push('asked')
      state.permission = answer
      return answer
    },
    current: async () => state.current,
    subscribe: async (vapidKey) => {
      state.current = subscription('new', vapidKey)
      state.done.push(`subscribed by ${vapidKey}`)
      return state.current
    },
    kept: async () => state.kept,
    keep: async (device) => {
      state.kept = device
      state.done.push(`kept ${nameOf(device.endpoint)}`)
    },
    end: async () => {
      state.kept = null
      state.current = null
      state.done.push('ended')
    },
  }
  const api = pushApi({
    asked: (target) => {
      const failure = fails?.(target)
      if (failure) throw failure
    },
    key,
    onSave: (wish) => {
      state.saved.push(wish)
      state.done.push(`saved ${nameOf(wish.subscription.endpoint)}${wish.asked ? ', as asked' : ''}`)
    },
    onRenew: (proof) => state.done.push(`renewed ${nameOf(proof.endpoint)} to ${nameOf(proof.subscription.endpoint)}`),
  })
  return { state, deps: { browser, api, userId: NOOR } }
}

const refusing = (target: Endpoint, error: Error) => (asked: Endpoint) => (asked === target ? error : undefined)
const removed = new ApiError({ status: 422, reason: 'push-device-removed' })

describe('after a tap', () => {
  it('the browser asks, and this device gets notifications', async () => {
    const { state, deps } = start({})
    expect(await startNotifying(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['asked', 'subscribed by key-1', 'kept new', 'saved new, as asked'])
    const [wish] = state.saved
    expect(wish).toMatchObject({ asked: true, subscription: { vapid_key: 'key-1' } })
    expect(wish?.secret).toMatch(/^[\w-]{43}$/)
    expect(state.kept).toMatchObject({ userId: NOOR, secret: wish?.secret })
  })

  it('gets the preferences of any other device, as far as they are known', async () => {
    expect(await startNotifying(start({}).deps)).toMatchObject({ preference: { opening: false, reminder: true } })
    const { deps } = start({ fails: refusing(readPushPreference, new NetworkError()) })
    expect(await startNotifying(deps)).toEqual({ at: 'on', deviceId: 1, preference: undefined })
  })

  it.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ] as const)('nothing is done when the answer is %s', async (answer, status) => {
    const { state, deps } = start({ answer })
    expect(await startNotifying(deps)).toMatchObject({ at: status })
    expect(state.done).toEqual(['asked'])
  })

  it('nothing is left behind when the server does not take it', async () => {
    const { state, deps } = start({ fails: refusing(savePushDevice, new NetworkError()) })
    await expect(startNotifying(deps)).rejects.toBeInstanceOf(NetworkError)
    expect(state).toMatchObject({ kept: null, current: null })
  })

  it('every device has a secret of its own', async () => {
    const [one, other] = [start({}), start({})]
    await startNotifying(one.deps)
    await startNotifying(other.deps)
    expect(one.state.saved[0]?.secret).not.toBe(other.state.saved[0]?.secret)
  })
})

describe('what is promised of a device that is switched on', () => {
  it.each([
    [['opening', 'reminder'], kindTexts.opening.promise],
    [['reminder', 'change'], kindTexts.reminder.promise],
    [['message'], kindTexts.message.promise],
    [[], pushTexts.nothingChosen],
  ])('%j', (wanted: string[], text) => {
    expect(notifiedText(ofEachKind((kind) => wanted.includes(kind)))).toBe(text)
  })
})

describe('at each start', () => {
  const subscribed = (more: Given = {}): Given => ({
    permission: 'granted',
    current: subscription('phone'),
    kept: deviceOf(NOOR, 'phone'),
    ...more,
  })

  it('who never asked for it is asked nothing', async () => {
    for (const permission of ['default', 'granted'] as const) {
      const { state, deps } = start({ permission })
      expect(await reconcile(deps)).toMatchObject({ at: 'off' })
      expect(state.done).toEqual([])
    }
    expect(await reconcile(start({ permission: 'denied' }).deps)).toMatchObject({ at: 'denied' })
  })

  it('what was asked before is confirmed, so that the server has it in this login', async () => {
    const { state, deps } = start(subscribed())
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['saved phone'])
  })

  it('a subscription that the browser dropped is made again, without a question', async () => {
    const { state, deps } = start(subscribed({ current: null }))
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['subscribed by key-1', 'kept new', 'renewed phone to new', 'saved new'])
    expect(state.kept).toMatchObject({ secret: 'het-geheim', userId: NOOR })
  })

  it('a server with a new key gets a subscription by it, without a question', async () => {
    const { state, deps } = start(subscribed({ key: 'key-2' }))
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['saved phone', 'subscribed by key-2', 'kept new', 'renewed phone to new', 'saved new'])
    expect(state.kept).toMatchObject({ vapidKey: 'key-2' })
    expect(state.saved.at(-1)?.subscription.vapid_key).toBe('key-2')
  })

  it('so does a server that has retired the old key already', async () => {
    const retired = new ApiError({ status: 422, reason: 'push-vapid-key-unknown' })
    let refusals = 1
    const fails = (target: Endpoint) => (target === savePushDevice && refusals-- > 0 ? retired : undefined)
    const { state, deps } = start(subscribed({ key: 'key-2', fails }))
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['subscribed by key-2', 'kept new', 'renewed phone to new', 'saved new'])
  })

  it('a browser that does not give its key is not subscribed again each time', async () => {
    const { state, deps } = start(subscribed({ current: { ...subscription('phone'), vapidKey: null } }))
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['saved phone'])
  })

  it('a browser that replaced it while nobody looked is believed', async () => {
    const { state, deps } = start(subscribed({ current: subscription('fresh') }))
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done).toEqual(['kept fresh', 'renewed phone to fresh', 'saved fresh'])
  })

  it('a server that no longer knows the old one still gets the new one', async () => {
    const gone = new ApiError({ status: 404, reason: 'not-found' })
    const { state, deps } = start(subscribed({ current: null, fails: refusing(renewPushDevice, gone) }))
    expect(await reconcile(deps)).toMatchObject({ at: 'on' })
    expect(state.done.at(-1)).toBe('saved new')
  })

  it('a device that its owner removed elsewhere stays removed', async () => {
    const { state, deps } = start(subscribed({ fails: refusing(savePushDevice, removed) }))
    expect(await reconcile(deps)).toMatchObject({ at: 'off' })
    expect(state.done).toEqual(['ended'])
  })

  it('a permission that was taken back ends it', async () => {
    for (const [permission, status] of [
      ['denied', 'denied'],
      ['default', 'off'],
    ] as const) {
      const { state, deps } = start(subscribed({ permission }))
      expect(await reconcile(deps)).toMatchObject({ at: status })
      expect(state.done).toEqual(['ended'])
    }
  })

  it('the notifications of another user of this device end', async () => {
    const { state, deps } = start(subscribed({ kept: deviceOf(SAM, 'phone') }))
    expect(await reconcile(deps)).toMatchObject({ at: 'off' })
    expect(state.done).toEqual(['ended'])
  })

  it('a subscription without a known owner ends', async () => {
    const { state, deps } = start(subscribed({ kept: null }))
    expect(await reconcile(deps)).toMatchObject({ at: 'off' })
    expect(state.done).toEqual(['ended'])
  })

  it('a subscription that its push service gave up is made again, without a question', async () => {
    const gone = new ApiError({ status: 422, reason: 'push-endpoint-gone' })
    let answers = 0
    const fails = (target: Endpoint) => (target === savePushDevice && answers++ === 0 ? gone : undefined)
    const { state, deps } = start(subscribed({ fails }))
    expect(await reconcile(deps)).toEqual({ at: 'on', deviceId: 1 })
    expect(state.done).toEqual(['subscribed by key-1', 'kept new', 'renewed phone to new', 'saved new'])
  })

  it('what the server or the browser refuses is no status: it is said', async () => {
    const refused = new ApiError({ status: 422, reason: 'push-endpoint-unknown' })
    const gone = new ApiError({ status: 422, reason: 'push-endpoint-gone' })
    for (const refusal of [refused, gone, new DOMException('', 'AbortError')])
      await expect(reconcile(start(subscribed({ fails: refusing(savePushDevice, refusal) })).deps)).rejects.toBe(
        refusal,
      )
  })

  it('nothing changes without a network, or with a server that is busy', async () => {
    const busy = new ApiError({ status: 503, reason: 'unavailable' })
    for (const failure of [new NetworkError(), busy]) {
      const { state, deps } = start(subscribed({ fails: () => failure }))
      expect(await reconcile(deps)).toEqual({ at: 'on', deviceId: null })
      expect(state).toMatchObject({ kept: deviceOf(NOOR, 'phone'), current: subscription('phone'), done: [] })
    }
  })
})
