import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import {
  pushDeviceSchema,
  pushPreferenceSchema,
  pushSecretSchema,
  pushSubscriptionSchema,
  usualPreference,
} from '#domain/push/push.schema.ts'
import { byIdSchema, entityReplySchema, listReplySchema, shown } from './endpoint.schema.ts'

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

export const readPushKeySchemas = {
  reply: z.object({ key: keySchema }),
}

export const savePushDeviceSchemas = {
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
}

export const listPushDevicesSchemas = {
  reply: listReplySchema(pushDeviceSchema),
}

export const deletePushDeviceSchemas = {
  params: byIdSchema,
  reply: deviceReplySchema,
}

export const testPushDeviceSchemas = {
  params: byIdSchema,
  reply: z.object({ answer: z.enum(['accepted', 'gone', 'refused', 'busy', 'unreachable']) }),
}

export const readPushPreferenceSchemas = {
  reply: pushPreferenceSchema,
}

export const editPushPreferenceSchemas = {
  body: pushPreferenceSchema,
  reply: entityReplySchema(pushPreferenceSchema),
}

export const renewPushDeviceSchemas = {
  body: shown(proofSchema.extend({ subscription: pushSubscriptionSchema }), { endpoint, secret, subscription }),
  reply: deviceReplySchema,
}

export const forgetPushDeviceSchemas = {
  body: shown(proofSchema, { endpoint, secret }),
  reply: z.object({ forgotten: z.literal(true) }),
}
