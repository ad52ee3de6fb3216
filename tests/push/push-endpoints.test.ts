import { expect, test } from 'vitest'
import { readEndpoint } from '#push-server/devices/subscription.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/dGVzdA:APA91bH-x_y',
  'https://fcm.googleapis.com/wp/dGVzdA:APA91bH-x_y',
  // Chromium that is not built by Google, as Linux distributions have it
  'https://jmt17.google.com/fcm/send/dGVzdA:APA91bH-x_y',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2fx%3d%3d',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://eu-1.web.push.apple.com/QGuQyavXutnMH',
])('what a browser gives is taken: %s', (endpoint) => {
  expect(readEndpoint(endpoint)?.href).toBe(endpoint)
})

/** Whatever our server could be made to ask, and names that look like a push service's. */
const HOSTILE = [
  '',
  'fcm.googleapis.com/fcm/send/x',
  '//fcm.googleapis.com/x',
  'javascript:alert(1)',
  'data:text/plain,https://fcm.googleapis.com/',
  'file:///etc/passwd',
  'ftp://fcm.googleapis.com/x',
  'blob:https://fcm.googleapis.com/x',
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/fcm/send/x',
  'https://fcm.googleapis.com:80/x',
  'https://fcm.googleapis.com:443/x',
  'https://user@fcm.googleapis.com/x',
  'https://user:secret@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://fcm.googleapis.com:443@evil.example/x',
  'https://fcm.googleapis.com%2f@evil.example/x',
  'https://evil.example/https://fcm.googleapis.com/x',
  'https://evil.example\\@fcm.googleapis.com/x',
  'https://evil.example/?fcm.googleapis.com',
  'https://evil.example#fcm.googleapis.com',
  'https://fcm.googleapis.com/x#y',
  'https://fcm.googleapis.com.evil.example/x',
  'https://fcm.googleapis.com./x',
  'https://evilfcm.googleapis.com/x',
  'https://sub.fcm.googleapis.com/x',
  'https://storage.googleapis.com/x',
  'https://google.com/x',
  'https://x.jmt17.google.com/x',
  'https://notify.windows.com/x',
  'https://.notify.windows.com/x',
  'https://evilnotify.windows.com/x',
  'https://a..notify.windows.com/x',
  'https://x.notify.windows.com.evil.example/x',
  'https://push.apple.com/x',
  'https://xpush.apple.com/x',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/x',
  'https://0/x',
  'https://metadata.google.internal/x',
  'https://fcm。googleapis。com/x',
  'https://ⓕcm.googleapis.com/x',
  'https://fcm.googleаpis.com/x',
  'HTTPS://FCM.GOOGLEAPIS.COM/x',
  ' https://fcm.googleapis.com/x',
  'https://fcm.goo\tgleapis.com/x',
  'https://fcm.googleapis.com/x\n',
  'https://fcm.googleapis.com\\@127.0.0.1/x',
  'https:fcm.googleapis.com/x',
  'https:///fcm.googleapis.com/x',
  `https://fcm.googleapis.com/${'x'.repeat(2_048)}`,
]

test.each(HOSTILE)('our server never posts to %j', (endpoint) => {
  expect(readEndpoint(endpoint)).toBeNull()
})

test('a push service of the tests is taken by its whole origin only, where it was named', () => {
  const origins = ['https://localhost:4567']
  expect(readEndpoint('https://localhost:4567/push/x', origins)?.port).toBe('4567')
  for (const other of ['https://localhost:4568/x', 'http://localhost:4567/x', 'https://localhost/x'])
    expect(readEndpoint(other, origins), other).toBeNull()
})
