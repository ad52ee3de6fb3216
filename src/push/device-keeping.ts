import { readPushKey, readPushPreference, renewPushDevice, savePushDevice } from '#contract/push.gen.ts'
import type { PushDevice, PushPreference } from '#domain/push/push.schema.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError, isRefusedFor, NetworkError } from '#src/api/api-error.ts'
import { base64url } from '#src/api/base64url.ts'
import type { KeptDevice } from '#sw/messages.ts'
import type { BrowserSubscription, PushBrowser } from './push-browser.ts'

/**
 * State of pushes in this browser for the logged-in user. `deviceId` is the server's, null if it did not answer, as without a
 * network: it is then unknown whether this device is notified.
 */
export type PushStatus =
  | { at: 'off' | 'denied' }
  | {
      at: 'on'
      deviceId: number | null
      /** kinds of notice that the student chose for all devices, if the server answered */
      preference?: PushPreference | undefined
    }

export interface DeviceDeps {
  browser: PushBrowser
  api: Api
  userId: number
}

/** Runs after a tap: asks for the browser's permission and subscribes this device. Rejects if that failed. */
export async function startNotifying({ browser, api, userId }: DeviceDeps): Promise<PushStatus> {
  const permission = await browser.askPermission()
  if (permission !== 'granted') return withoutPermission(permission)
  const { key } = await api.call(readPushKey)
  const subscription = await browser.subscribe(key)
  const device = { userId, endpoint: subscription.endpoint, secret: newSecret(), vapidKey: key }
  try {
    await browser.keep(device)
    const saved = await save(api, { device, subscription, asked: true })
    const preference = await api.call(readPushPreference).catch(() => undefined)
    return { ...on(saved), preference }
  } catch (error) {
    // Half a subscription would look complete and get no notices.
    await browser.end().catch(() => undefined)
    throw error
  }
}

/**
 * Runs at each start: makes this browser, its worker and the server agree again, without asking the user. Browsers drop
 * subscriptions, users withdraw permissions, devices are removed from elsewhere, and the server gets new keys.
 */
export async function reconcile({ browser, api, userId }: DeviceDeps): Promise<PushStatus> {
  const device = await browser.kept()
  const permission = browser.permission()
  if (!device || device.userId !== userId || permission !== 'granted') {
    if (device || (await browser.current())) await browser.end()
    return withoutPermission(permission)
  }
  try {
    return await confirm({ browser, api, userId }, device)
  } catch (error) {
    if (isPassing(error)) return { at: 'on', deviceId: null }
    if (!isRefusedFor(error, 'push-device-removed')) throw error
    await browser.end()
    return { at: 'off' }
  }
}

/** If the network is away or the server busy, everything stays as it is until the next attempt. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 401 || error.status === 429))

async function confirm(deps: DeviceDeps, device: KeptDevice): Promise<PushStatus> {
  const current = await deps.browser.current()
  const isSame = current?.endpoint === device.endpoint && (current.vapidKey ?? device.vapidKey) === device.vapidKey
  if (!current || !isSame) return renew(deps, device)
  try {
    const saved = await save(deps.api, { device, subscription: current, asked: false })
    return saved.key === device.vapidKey ? on(saved) : await renew(deps, device, { newest: saved.key })
  } catch (error) {
    if (isRefusedFor(error, 'push-endpoint-gone')) return renew(deps, device, { isGone: true })
    if (!isRefusedFor(error, 'push-vapid-key-unknown')) throw error
    return renew(deps, device)
  }
}

/** Subscribes with the server's newest key, to replace a subscription that the browser or the server has lost. */
async function renew(
  { browser, api }: DeviceDeps,
  device: KeptDevice,
  { newest, isGone = false }: { newest?: string; isGone?: boolean } = {},
): Promise<PushStatus> {
  const key = newest ?? (await api.call(readPushKey)).key
  const current = await browser.current()
  const subscription = current?.vapidKey === key && !isGone ? current : await browser.subscribe(key)
  const now = { ...device, endpoint: subscription.endpoint, vapidKey: key }
  await browser.keep(now)
  await replace(api, device, subscription, key)
  return on(await save(api, { device: now, subscription, asked: false }))
}

/** If the server no longer knows the old one, saving the new one suffices. */
async function replace(
  api: Api,
  { endpoint, secret }: KeptDevice,
  { keys, ...fresh }: BrowserSubscription,
  key: string,
) {
  const subscription = { endpoint: fresh.endpoint, keys, vapid_key: key }
  try {
    await api.call(renewPushDevice, { body: { endpoint, secret, subscription } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

interface Saved {
  device: KeptDevice
  subscription: BrowserSubscription
  asked: boolean
}

const save = (api: Api, { device, subscription: { endpoint, keys }, asked }: Saved) =>
  repeatUnanswered(() =>
    api.call(savePushDevice, {
      body: { subscription: { endpoint, keys, vapid_key: device.vapidKey }, secret: device.secret, asked },
    }),
  )

const withoutPermission = (permission: NotificationPermission): PushStatus => ({
  at: permission === 'denied' ? 'denied' : 'off',
})

const on = ({ entity }: { entity: PushDevice }) => ({ at: 'on', deviceId: entity.id }) as const

const newSecret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))
