import webPush from 'web-push'
import type { PushMessage } from '#domain/push/push-message.ts'
import { readEndpoint } from '#push-server/devices/subscription.ts'
import type { Outcome, ReceiverKeys, SendPush } from '#push-server/jobs/push.ts'
import type { VapidKeys } from '#push-server/sender/vapid.ts'
import type { Answer, Transport } from './transport.ts'

interface MessengerOptions {
  keys: VapidKeys
  vapidHeaders: (origin: string, key: VapidKeys['newest']) => string
  transport: Transport
  /** see `readEndpoint` */
  testOrigins: readonly string[]
  clock: () => number
}

/** Sends one push to its push service and returns the outcome. Never rejects. */
export const createMessenger =
  ({ keys, vapidHeaders, transport, testOrigins, clock }: MessengerOptions): SendPush =>
  async ({ subscription, message, ttl, urgency, topic }) => {
    const endpoint = readEndpoint(subscription.endpoint, testOrigins)
    if (!endpoint) return { kind: 'refused', why: 'endpoint-not-allowed' }
    const key = subscription.vapid_key === null ? keys.newest : keys.find(subscription.vapid_key)
    if (!key) return { kind: 'refused', why: 'vapid-key-retired' }
    const body = bodyOf(subscription, message)
    if (!body) return { kind: 'refused', why: 'keys-unusable' }
    const headers = {
      ttl: String(ttl),
      urgency,
      ...(topic !== undefined && { topic }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      authorization: vapidHeaders(endpoint.origin, key),
    }
    return judge(await transport.post({ endpoint, headers, body }), clock())
  }

/** Encrypts the message; null if the keys, which any browser may send, are no point of the curve. */
function bodyOf({ p256dh, auth }: ReceiverKeys, message: PushMessage): Buffer | null {
  try {
    return webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm').cipherText
  } catch {
    return null
  }
}

/** Only these mean that a subscription is gone (RFC 8030 §7.3); deleting it for another status would lose a student. */
const GONE = new Set([404, 410])

/** A retry may succeed. Other statuses from 300 on are errors that stay. */
const TEMPORARY = new Set([408, 425, 429])

/** Outcome of an answer. A redirect is a refusal, since its target was never checked. */
function judge(answer: Answer, now: number): Outcome {
  if ('code' in answer) return { kind: 'later', why: answer.code, wait: 0 }
  const { status, retryAfter } = answer
  const why = String(status)
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (GONE.has(status)) return { kind: 'gone', why }
  if (status >= 500 || TEMPORARY.has(status)) return { kind: 'later', why, wait: readRetryAfter(retryAfter, now) }
  return { kind: 'refused', why }
}

/** Wait (ms) in a Retry-After header: seconds or a date (RFC 9110 §10.2.3). 0 if absent or invalid. */
function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Dates begin with the name of a day; `Date.parse` alone would read '-5' as a year.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
