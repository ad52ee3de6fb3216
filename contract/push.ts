import { type BodyOf, endpoint } from './endpoint.ts'
import type * as schemas from './push.schema.ts'

/** The push server's own, at the root rather than below `API_BASE`. */

/** The public VAPID key (base64url) by which browsers subscribe; for anyone. */
export const readPushKey = endpoint<typeof schemas.readPushKeySchemas>('GET', '/push/key')

/**
 * Has this device notified; 201 when it is new, 200 when it was there (by its endpoint). 422 with a `SubscribingRefusal`. `key`
 * is as in `readPushKey`: where it is another than the device subscribed by, there is a newer one to subscribe by.
 */
export const savePushDevice = endpoint<typeof schemas.savePushDeviceSchemas>('PUT', '/push/device')
export type DeviceWish = BodyOf<typeof savePushDevice>

/** One's own devices, the newest first. */
export const listPushDevices = endpoint<typeof schemas.listPushDevicesSchemas>('GET', '/push/devices')

export const deletePushDevice = endpoint<typeof schemas.deletePushDeviceSchemas>('DELETE', '/push/device/:id')

/** Sends a message to one's own device, and says what its push service answered. */
export const testPushDevice = endpoint<typeof schemas.testPushDeviceSchemas>('POST', '/push/device/:id/test')

export const readPushPreference = endpoint<typeof schemas.readPushPreferenceSchemas>('GET', '/push/preference')

export const editPushPreference = endpoint<typeof schemas.editPushPreferenceSchemas>('PUT', '/push/preference')

/** The browser replaced its subscription by itself (pushsubscriptionchange). 404 unless the secret is right. */
export const renewPushDevice = endpoint<typeof schemas.renewPushDeviceSchemas>('POST', '/push/renew')

/** Ends a subscription, as at a logout. Answers 200 whether it was there or not. */
export const forgetPushDevice = endpoint<typeof schemas.forgetPushDeviceSchemas>('POST', '/push/forget')
/** A worker has no token: it shows by the secret that the subscription is its own. */
export type DeviceProof = BodyOf<typeof forgetPushDevice>
