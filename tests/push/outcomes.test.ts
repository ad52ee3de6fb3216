import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { messageOf, testMessage } from '#domain/push/push-message.ts'
import { createSendNow } from '#push-server/devices/test-device.ts'
import type { Outcome, Push } from '#push-server/jobs/push.ts'
import { createMessenger } from '#push-server/sender/messenger.ts'
import { createTransport } from '#push-server/sender/transport.ts'
import { createVapidHeaders, readVapidKeys, type VapidKeys } from '#push-server/sender/vapid.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { PushService, Reply } from '../support/push/open-push-service.ts'
import { startPushService } from '../support/push/push-service.ts'
import { makeReceiver } from '../support/push/receiver.ts'

const NOW = Date.parse('2026-03-10T09:00:00.000Z')
const message = messageOf({ title: 'Titel', body: 'Tekst', navigate: 'https://school.nl/', tag: 'toetsmoment-1' })

let dataDir: string
let keys: VapidKeys
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-push-'))
  keys = await readVapidKeys(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true }))

/** One push to this service, by the real transport. */
function createSender(service: Pick<PushService, 'origin' | 'ca'>, timeout = 4_000) {
  const transport = createTransport({ timeout, ca: service.ca })
  onTestFinished(() => transport.close())
  const vapidHeaders = createVapidHeaders('mailto:wiskunde@school.nl', () => NOW)
  const testOrigins = [service.origin]
  const send = createMessenger({ keys, vapidHeaders, transport, testOrigins, clock: () => NOW })
  const receiver = makeReceiver()
  return {
    receiver,
    send: (subscription: Partial<Push['subscription']> = {}) =>
      send({
        subscription: {
          endpoint: `${service.origin}/push/abc?d=1`,
          vapid_key: keys.newest.publicKey,
          ...receiver.keys,
          ...subscription,
        },
        message,
        ttl: 3_600,
        urgency: 'high',
        topic: 'toetsmoment-1',
      }),
  }
}

async function answered(reply: Reply, timeout?: number): Promise<Outcome> {
  const service = await startPushService()
  service.answer = () => reply
  return createSender(service, timeout).send()
}

describe('a push', () => {
  test.each([
    ['HTTP/2', { http2: true }, '2.0'],
    ['HTTP/1.1, where that is all there is', { http2: false }, '1.1'],
  ])('goes by %s, with what RFC 8030 and 8292 ask for, and is read by the browser', async (_name, options, version) => {
    const service = await startPushService(options)
    const { send, receiver } = createSender(service)
    expect(await send()).toEqual({ kind: 'sent' })
    const [one] = service.received
    expect(one?.httpVersion).toBe(version)
    expect(one?.path).toBe('/push/abc?d=1')
    expect(one?.headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: 'toetsmoment-1',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      authorization: expect.stringMatching(new RegExp(`^vapid t=.+, k=${keys.newest.publicKey}$`)),
    })
    expect(JSON.parse(receiver.read(one?.body ?? Buffer.alloc(0)))).toEqual(message)
  })

  test('200 pushes at once share one connection with HTTP/2, and at most 50 with HTTP/1.1', async () => {
    for (const [http2, most] of [
      [true, 2],
      [false, 50],
    ] as const) {
      const service = await startPushService({ http2 })
      const { send } = createSender(service, 20_000)
      const outcomes = await Promise.all(Array.from({ length: 200 }, () => send()))
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']))
      expect(service.connections()).toBeLessThanOrEqual(most)
    }
  })
})

describe('what a push service answers', () => {
  test.each([200, 201, 202, 204])('%i: it is sent', async (status) => {
    expect(await answered({ status })).toEqual({ kind: 'sent' })
  })

  test.each([404, 410])('%i: the subscription is gone', async (status) => {
    expect(await answered({ status })).toEqual({ kind: 'gone', why: String(status) })
  })

  test.each([400, 401, 403, 405, 413, 422])('%i: it is refused, and the subscription stays', async (status) => {
    expect(await answered({ status })).toEqual({ kind: 'refused', why: String(status) })
  })

  test.each([301, 302, 307, 308])('%i: it is refused, and never followed', async (status) => {
    const service = await startPushService()
    service.answer = () => ({ status, headers: { location: `${service.origin}/elsewhere` } })
    expect(await createSender(service).send()).toEqual({ kind: 'refused', why: String(status) })
    expect(service.received.map(({ path }) => path)).toEqual(['/push/abc?d=1'])
  })

  test.each([408, 429, 500, 502, 503, 504])('%i: it is tried again', async (status) => {
    expect(await answered({ status })).toEqual({ kind: 'later', why: String(status), wait: 0 })
  })

  test.each([429, 503])('%i with Retry-After: not before that, in seconds or as a date', async (status) => {
    const retry = (text: string) => answered({ status, headers: { 'retry-after': text } })
    expect(await retry('120')).toEqual({ kind: 'later', why: String(status), wait: 120_000 })
    const date = new Date(NOW + 90_000).toUTCString()
    expect(await retry(date)).toEqual({ kind: 'later', why: String(status), wait: 90_000 })
    for (const none of ['-5', 'soon', '', new Date(NOW - 1_000).toUTCString()])
      expect(await retry(none), none).toMatchObject({ wait: 0 })
  })
})

describe('when there is no answer', () => {
  test('within the timeout: it is tried again', async () => {
    expect(await answered(undefined, 200)).toEqual({ kind: 'later', why: 'TIMEOUT', wait: 0 })
  })

  test('since the connection was cut: it is tried again', async () => {
    const outcome = await answered('reset')
    expect(outcome).toMatchObject({ kind: 'later', wait: 0 })
    expect(outcome).not.toMatchObject({ why: 'TIMEOUT' })
  })

  test('since another push cut the connection that they share: it is sent at once on a new one', async () => {
    const service = await startPushService()
    const { send } = createSender(service)
    await send()
    const cut = Promise.withResolvers<Reply>()
    const replies = [cut.promise, new Promise<Reply>(() => undefined)]
    service.answer = () => replies.shift() ?? { status: 201 }
    const sending = [send(), send()]
    await eventually(() => expect(service.received.length).toBe(3))
    cut.resolve('cut')
    expect(await Promise.all(sending)).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
    expect(service.received).toHaveLength(5)
  })

  test('since nobody listens: it is tried again', async () => {
    const service = await startPushService()
    await service.close()
    expect(await createSender(service).send()).toEqual({ kind: 'later', why: 'ECONNREFUSED', wait: 0 })
  })

  test('since nobody vouches for who answers: it is tried again, and nothing was sent', async () => {
    const service = await startPushService({ trusted: false })
    expect(await createSender(service).send()).toEqual({ kind: 'later', why: 'DEPTH_ZERO_SELF_SIGNED_CERT', wait: 0 })
    expect(service.received).toEqual([])
  })
})

describe('nothing is sent at all', () => {
  test.each([
    ['to an address that is no push service’s', { endpoint: 'https://127.0.0.1/x' }, 'endpoint-not-allowed'],
    ['for a key that we no longer have', { vapid_key: 'retired' }, 'vapid-key-retired'],
    ['for keys that are none', { p256dh: 'AAAA' }, 'keys-unusable'],
  ])('%s', async (_name, subscription, why) => {
    const service = await startPushService()
    expect(await createSender(service).send(subscription)).toEqual({ kind: 'refused', why })
    expect(service.received).toEqual([])
  })
})

test.each<[Outcome, string]>([
  [{ kind: 'sent' }, 'accepted'],
  [{ kind: 'gone', why: '410' }, 'gone'],
  [{ kind: 'refused', why: '403' }, 'refused'],
  [{ kind: 'later', why: '429', wait: 60_000 }, 'busy'],
  [{ kind: 'later', why: '503', wait: 0 }, 'busy'],
  [{ kind: 'later', why: 'ECONNRESET', wait: 0 }, 'unreachable'],
])('what a push service said, %o, is told as %s', async (outcome, answer) => {
  const sendNow = createSendNow(async () => outcome)
  const to = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'p', auth: 'a', vapid_key: null }
  expect(await sendNow(to, testMessage('https://wiskunde.school.nl'))).toBe(answer)
})
