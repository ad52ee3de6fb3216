import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/entity.schema.ts'
import {
  pushDeviceSchema,
  pushPreferenceSchema,
  pushSecretSchema,
  pushSubscriptionSchema,
  usualPreference,
} from '#domain/push/push.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, listReplySchema, shown } from './endpoint.schema.ts'
import type { BodyOf } from './endpoint.ts'
import { own } from './proofs.ts'

const key = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
const endpoint = 'https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bHvoorbeeld'
const secret = 'Q2hlIGJlbGxhIGNvc2EgaW4gMzIgYnl0ZXMgcHJlY2k'
const subscription = {
  endpoint,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  vapid_key: key,
}

shown(pushDeviceSchema, {
  id: 12,
  device_name: 'Chrome op Android',
  created_at: '2026-03-01T08:00:00.000Z',
  last_success_at: '2026-03-09T07:00:00.400Z',
  last_failure: null,
  last_failure_at: null,
})
shown(pushPreferenceSchema, { ...usualPreference, quiet_from: '22:00', quiet_until: '07:30' })

const keySchema = shown(z.string(), key)
const proofSchema = z.object({ endpoint: exactTextSchema(2_048).min(1), secret: pushSecretSchema })
const deviceReplySchema = entityReplySchema(pushDeviceSchema)

/** The public VAPID key (base64url). This file's calls are the push server's, at the root rather than below `API_BASE`. */
export const readPushKey = read('/push/key', {
  reach: 'anybody',
  summary: 'The key by which browsers subscribe',
  reply: z.object({ key: keySchema }),
})

const subscribingRefusals = [
  'push-endpoint-unknown',
  'push-endpoint-gone',
  'push-keys-unusable',
  'push-vapid-key-unknown',
] as const

/** `key` is as in `readPushKey`: a device that subscribed with another one must subscribe again with this one. */
export const savePushDevice = write('PUT', '/push/device', {
  reach: 'own-enrollments',
  proof: own,
  summary: 'Notify this device from now on; 200 when that is so already',
  statuses: [200, 201],
  reasons: [...subscribingRefusals, 'push-device-removed'],
  body: shown(
    z.object({
      subscription: pushSubscriptionSchema,
      /** 256 bits (base64url) made by the browser, see `renewPushDevice` */
      secret: pushSecretSchema,
      /** the student asked for it now; otherwise it only confirms an earlier request, and a removed device stays removed */
      asked: z.boolean(),
    }),
    {
      subscription,
      secret,
      asked: true,
    },
  ),
  reply: deviceReplySchema.extend({ key: keySchema }),
})

export const listPushDevices = read('/push/devices', {
  reach: 'own-enrollments',
  summary: 'Your devices that are notified, newest first',
  reply: listReplySchema(pushDeviceSchema),
})

export const deletePushDevice = write('DELETE', '/push/device/:id', {
  reach: 'own-enrollments',
  proof: own,
  summary: 'Notify one of your devices no more; not-found also when it is not yours',
  reply: deviceReplySchema,
})

export const testPushDevice = write('POST', '/push/device/:id/test', {
  reach: 'own-enrollments',
  proof: own,
  summary: 'Send a test message to one of your devices; five a minute',
  reasons: ['too-many-requests'],
  reply: z.object({ answer: z.enum(['accepted', 'gone', 'refused', 'busy', 'unreachable']) }),
})

export const readPushPreference = read('/push/preference', {
  reach: 'own-enrollments',
  summary: 'What you are notified of, and when not',
  reply: pushPreferenceSchema,
})

export const editPushPreference = write('PUT', '/push/preference', {
  reach: 'own-enrollments',
  proof: own,
  summary: 'Choose what you are notified of, and when not',
  body: pushPreferenceSchema,
  reply: entityReplySchema(pushPreferenceSchema),
})

/** For a subscription that the browser itself replaced (pushsubscriptionchange). */
export const renewPushDevice = write('POST', '/push/renew', {
  reach: 'anybody',
  proof: 'not a person',
  summary: 'Replace a subscription, by its secret; not-found also when that is wrong',
  reasons: ['not-found', ...subscribingRefusals, 'too-many-requests'],
  body: shown(proofSchema.extend({ subscription: pushSubscriptionSchema }), { endpoint, secret, subscription }),
  reply: deviceReplySchema,
})

export const forgetPushDevice = write('POST', '/push/forget', {
  reach: 'anybody',
  proof: 'not a person',
  summary: 'End a subscription, by its secret; 200 also when there is none',
  reasons: ['too-many-requests'],
  body: shown(proofSchema, { endpoint, secret }),
  reply: z.object({ forgotten: z.literal(true) }),
})

export type DeviceWish = BodyOf<typeof savePushDevice>

/** Proof of a worker, which has no token: the secret shows that the subscription is its own. */
export type DeviceProof = BodyOf<typeof forgetPushDevice>
