import type { PushDevice, PushPreference, PushSubscriptionData } from '#domain/push/push.schema.ts'
import type { TestAnswer } from '#domain/push/push.texts.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'

/** The push server's own, at the root rather than below `API_BASE`. */

/** The public VAPID key (base64url) by which browsers subscribe; for anyone. */
export const readPushKey = endpoint<{ reply: { key: string } }>('GET', '/push/key')

/** What a browser says of itself. */
export interface DeviceWish {
  subscription: PushSubscriptionData
  /** 256 bits (base64url) made by the browser, see `renewPushDevice` */
  secret: string
  /** the student asked for it now; else it only confirms what was asked before, and a removed device stays removed */
  asked: boolean
}

/**
 * Has this device notified; 201 when it is new, 200 when it was there (by its endpoint). 422 with a `SubscribingRefusal`. `key`
 * is as in `readPushKey`: where it is another than the device subscribed by, there is a newer one to subscribe by.
 */
export const savePushDevice = endpoint<{ body: DeviceWish; reply: EntityReply<PushDevice> & { key: string } }>(
  'PUT',
  '/push/device',
)

/** One's own devices, the newest first. */
export const listPushDevices = endpoint<{ reply: ListReply<PushDevice> }>('GET', '/push/devices')

export const deletePushDevice = endpoint<{ params: ById; reply: EntityReply<PushDevice> }>('DELETE', '/push/device/:id')

/** Sends a message to one's own device, and says what its push service answered. */
export const testPushDevice = endpoint<{ params: ById; reply: { answer: TestAnswer } }>('POST', '/push/device/:id/test')

export const readPushPreference = endpoint<{ reply: PushPreference }>('GET', '/push/preference')

export const editPushPreference = endpoint<{ body: PushPreference; reply: EntityReply<PushPreference> }>(
  'PUT',
  '/push/preference',
)

/** A worker has no token: it shows by the secret that the subscription is its own. */
export interface DeviceProof {
  endpoint: string
  secret: string
}

/** The browser replaced its subscription by itself (pushsubscriptionchange). 404 unless the secret is right. */
export const renewPushDevice = endpoint<{
  body: DeviceProof & { subscription: PushSubscriptionData }
  reply: EntityReply<PushDevice>
}>('POST', '/push/renew')

/** Ends a subscription, as at a logout. Answers 200 whether it was there or not. */
export const forgetPushDevice = endpoint<{ body: DeviceProof; reply: { forgotten: true } }>('POST', '/push/forget')
