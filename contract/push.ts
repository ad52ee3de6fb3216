import { type BodyOf, endpoint } from './endpoint.ts'
import type * as schemas from './push.schema.ts'

/** The push server's endpoints, at the root rather than below `API_BASE`. */

/** Returns the public VAPID key (base64url) with which browsers subscribe. For anyone. */
export const readPushKey = endpoint<typeof schemas.readPushKeySchemas>('GET', '/push/key')

/**
 * Subscribes this device; 201 if it is new, 200 if it existed (by its endpoint). 422 with a `SubscribingRefusal`. `key` is as
 * in `readPushKey`: if the device subscribed with another one, it must subscribe again with this one.
 */
export const savePushDevice = endpoint<typeof schemas.savePushDeviceSchemas>('PUT', '/push/device')
export type DeviceWish = BodyOf<typeof savePushDevice>

/** Lists one's own devices, newest first. */
export const listPushDevices = endpoint<typeof schemas.listPushDevicesSchemas>('GET', '/push/devices')

export const deletePushDevice = endpoint<typeof schemas.deletePushDeviceSchemas>('DELETE', '/push/device/:id')

/** Sends a test to one's own device, and returns the answer of its push service. */
export const testPushDevice = endpoint<typeof schemas.testPushDeviceSchemas>('POST', '/push/device/:id/test')

export const readPushPreference = endpoint<typeof schemas.readPushPreferenceSchemas>('GET', '/push/preference')

export const editPushPreference = endpoint<typeof schemas.editPushPreferenceSchemas>('PUT', '/push/preference')

/** Updates a subscription that the browser itself replaced (pushsubscriptionchange). 404 if the secret is wrong. */
export const renewPushDevice = endpoint<typeof schemas.renewPushDeviceSchemas>('POST', '/push/renew')

/** Ends a subscription, as at a logout. Answers 200 whether or not it existed. */
export const forgetPushDevice = endpoint<typeof schemas.forgetPushDeviceSchemas>('POST', '/push/forget')
/** Proof of a worker, which has no token: the secret shows that the subscription is its own. */
export type DeviceProof = BodyOf<typeof forgetPushDevice>
