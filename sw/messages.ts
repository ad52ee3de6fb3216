import type { Endpoint } from '#contract/endpoint.ts'
import { getActiveSchoolyear, listModuleStatuses, listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import { listTakenTests } from '#contract/history.gen.ts'
import { listReceivedMessages } from '#contract/messages.gen.ts'

/** Messages between windows and the worker. Each kind has its own `type`. */

/** From a window to the waiting worker; workbox-window defines the name. */
export interface TakeOver {
  type: 'SKIP_WAITING'
}

/**
 * From the worker that replaces a switched-off one (sw/off): may this window reload? The window answers true on the message's
 * port if the user is busy in it.
 */
export interface WorkerLeaves {
  type: 'worker.leaves'
}

/**
 * From a window: the user who is logged in on this device, or nobody. The worker deletes everything cached for others, and
 * answers on the message's port: true if there was another user before.
 */
export interface ListsOwner {
  type: 'lists.owner'
  userId: number | null
}

/** From a window: the server made a change that this list must show until it is fetched again. */
export interface AmendList {
  type: 'lists.amended'
  reader: number
  url: string
  /** list as JSON */
  body: string
}

/** Push subscription of this browser, and its owner. The secret proves to the server that it is ours. */
export interface KeptDevice {
  userId: number
  endpoint: string
  secret: string
  /** public VAPID key (base64url) that it was made with */
  vapidKey: string
}

/** From a window: store this for when no window is open. Answered with true on the message's port. */
export interface KeepDevice {
  type: 'push.keep'
  device: KeptDevice
}

/** From a window: requests what is stored. Answered with it, or null, on the message's port. */
export interface AskDevice {
  type: 'push.kept'
}

/**
 * From a window, for example at a logout: ends this browser's subscription. Answered with true on the message's port, if it has
 * one.
 */
export interface EndDevice {
  type: 'push.end'
}

/** From the worker: a push arrived, so lists may have changed. */
export interface PushReceived {
  type: 'push.received'
}

/** From the worker: the user tapped a notification. A window that goes there answers true on the message's port. */
export interface PushOpened {
  type: 'push.opened'
  /** path and query, on our own origin */
  href: string
}

/** Checks a message: windows may run an older or newer version, and the browser's own tools send messages too. */
export const isMessage = <M extends { type: string }>(data: unknown, type: M['type']): data is M =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === type

/** Administrators' code, which only their devices cache: its folder on the server, and the name of its cache. */
export const STAFF_CODE = { folder: '/assets/admin/', cache: 'staff-code' } as const

/** Lists that the worker caches, and that a screen may show before the server has answered. */
export const KEPT_LISTS: readonly Endpoint[] = [
  getActiveSchoolyear,
  listModuleStatuses,
  listUserTestmoments,
  listReceivedMessages,
  readSeats,
  listTakenTests,
]

/**
 * Request header for an answer from the worker's cache, without the server: the id of the user who would see it. If nothing is
 * cached, the answer is an empty 204.
 */
export const KEPT_FOR = 'x-kept-for'

/** Response header to it: when the server last confirmed the list, in ms since the epoch by the device's clock. */
export const KEPT_AT = 'x-kept-at'

/** Response header to it, if a change was announced since: the server's answer is then preferable. */
export const KEPT_IS_OUTDATED = 'x-kept-is-outdated'
