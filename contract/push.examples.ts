import type { ExamplesOf } from './example.ts'
import type * as push from './push.ts'

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

const device = {
  id: 12,
  device_name: 'Chrome op Android',
  created_at: '2026-03-01T08:00:00.000Z',
  last_success_at: '2026-03-09T07:00:00.400Z',
  last_failure: null,
  last_failure_at: null,
}

const preference = { opening: true, reminder: true, quiet_from: '22:00', quiet_until: '07:30' }

export const pushExamples: ExamplesOf<typeof push> = {
  readPushKey: { reply: { key } },
  savePushDevice: { body: { subscription, secret, asked: true }, reply: { entity: device, key } },
  listPushDevices: { reply: { entities: [device], _links: {} } },
  deletePushDevice: { reply: { entity: device } },
  testPushDevice: { reply: { answer: 'accepted' } },
  readPushPreference: { reply: preference },
  editPushPreference: { body: preference, reply: { entity: preference } },
  renewPushDevice: { body: { endpoint, secret, subscription }, reply: { entity: device } },
  forgetPushDevice: { body: { endpoint, secret }, reply: { forgotten: true } },
}
