import type { Endpoint } from '#contract/endpoint.ts'
import { listTakenTests } from '#contract/history.ts'
import { listReceivedMessages } from '#contract/messages.ts'
import { getActiveSchoolyear } from '#contract/schoolyears.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { readSeats } from '#contract/waiting.ts'

/** Messages between windows and the worker. Each kind has its own `type`. */

/** Sent by a window to the waiting worker; the name is workbox-window's. */
export interface TakeOver {
  type: 'SKIP_WAITING'
}

/**
 * Sent by the worker that replaces one that was switched off (sw/off): may this window reload? It answers true, on the
 * port that comes along, where somebody is at work in it.
 */
export interface WorkerLeaves {
  type: 'worker.leaves'
}

/**
 * Sent by a window: the person who is logged in on this device, or nobody. Everything kept for another is deleted. The
 * worker answers on the port that comes along: true where there was another before.
 */
export interface ListsOwner {
  type: 'lists.owner'
  userId: number | null
}

/** Sent by a window: a change by the server that this list has to show from now on, until it is fetched again. */
export interface AmendList {
  type: 'lists.amended'
  reader: number
  url: string
  /** list as JSON */
  body: string
}

/** The subscription by which this browser is notified, and whose it is. The secret proves that it is ours. */
export interface KeptDevice {
  userId: number
  endpoint: string
  secret: string
  /** the public VAPID key (base64url) with which it was made */
  vapidKey: string
}

/** Sent by a window: keep this for when no window is open. Answered true on the port that comes along. */
export interface KeepDevice {
  type: 'push.keep'
  device: KeptDevice
}

/** Sent by a window: asks for what is kept. Answered with it, or null, on the port that comes along. */
export interface AskDevice {
  type: 'push.kept'
}

/**
 * Sent by a window, for example at a logout: this browser is to be notified no more. Answered true on the port, if one
 * comes along.
 */
export interface EndDevice {
  type: 'push.end'
}

/** Sent by the worker: a push came, so lists may have changed. */
export interface PushReceived {
  type: 'push.received'
}

/**
 * Sent by the worker: somebody tapped a notification. Answered true, on the port that comes along, by a window that
 * goes there.
 */
export interface PushOpened {
  type: 'push.opened'
  /** path and query, on our own origin */
  href: string
}

/** A worker gets messages from windows that may run an older or newer version, and from the browser's own tools. */
export const isMessage = <M extends { type: string }>(data: unknown, type: M['type']): data is M =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === type

/** Administrators' code, which is no part of what everybody's device keeps: where it is served, and in which cache it is kept. */
export const STAFF_CODE = { folder: '/assets/admin/', cache: 'staff-code' } as const

/** Lists that the worker keeps, and a screen may show before the server has answered. */
export const KEPT_LISTS: readonly Endpoint[] = [
  getActiveSchoolyear,
  listModuleStatuses,
  listUserTestmoments,
  listReceivedMessages,
  readSeats,
  listTakenTests,
]

/**
 * The header of a question that the worker answers from its store, without the server: the id of the user who would see it.
 * With nothing kept the answer is 504, as HTTP has it for such a question (RFC 9111 §5.2.1.7).
 */
export const KEPT_FOR = 'x-kept-for'

/** In the answer to it: when the server last said so, in ms since the epoch by the device's clock. */
export const KEPT_AT = 'x-kept-at'

/** In the answer to it, when something was announced since: better the server's word than this. */
export const KEPT_IS_OUTDATED = 'x-kept-is-outdated'
