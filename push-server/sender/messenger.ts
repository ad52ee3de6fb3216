import webPush from 'web-push'
import type { PushMessage } from '#domain/push/push-message.ts'
import { readEndpoint } from '#push-server/devices/subscription.ts'
import type { VapidKeys } from '#push-server/sender/vapid.ts'
import type { Tracing } from '#server/tracing.ts'
import type { Answer, Transport } from './transport.ts'

/** Keys that a browser gives with its subscription, base64url. */
interface ReceiverKeys {
  /** 65 bytes, its point of P-256 */
  p256dh: string
  /** 16 bytes */
  auth: string
}

/** Where a push goes, as the database keeps it. */
interface Subscription extends ReceiverKeys {
  endpoint: string
  /** the public key that the browser was given; null where that was never noted */
  vapid_key: string | null
}

export interface Push {
  subscription: Subscription
  message: PushMessage
  /** seconds that a push service keeps it for a device that is away */
  ttl: number
  /** 'high' wakes a phone that saves its battery (RFC 8030 §5.3) */
  urgency: 'normal' | 'high'
  /** topic: a device that was away gets only the newest push with the same one */
  topic?: string
}

interface MessengerOptions {
  keys: VapidKeys
  vapidHeaders: (origin: string, key: VapidKeys['newest']) => string
  transport: Transport
  /** see `readEndpoint` */
  testOrigins: readonly string[]
  /** ms since the epoch */
  clock: () => number
}

export type SendPush = (push: Push) => Promise<Outcome>

/** Brings one push to its push service and says what became of it. Never rejects. */
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

/** With a span for each push, which names the push service and not the device. */
export const traceSending = (send: SendPush, tracing: Tracing | undefined): SendPush =>
  tracing
    ? (push) =>
        tracing.span(
          'push send',
          { 'server.address': URL.parse(push.subscription.endpoint)?.hostname ?? '' },
          () => send(push),
          ({ kind }) => ({ 'push.outcome': kind }),
        )
    : send

/** They come from a browser, so from anyone: what is no point of the curve can't be encrypted for. */
function bodyOf({ p256dh, auth }: ReceiverKeys, message: PushMessage): Buffer | null {
  try {
    return webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm').cipherText
  } catch {
    return null
  }
}

export type Outcome =
  /** the push service has it, and brings it when the device is there */
  | { kind: 'sent' }
  /** the subscription is no more */
  | { kind: 'gone'; why: string }
  /** trying again would fail the same way; the subscription may still serve for another push */
  | { kind: 'refused'; why: string }
  /** not before `wait` ms; 0 when the push service did not say */
  | { kind: 'later'; why: string; wait: number }

/** Only these say that a subscription is over (RFC 8030 §7.3); deleting it for anything else would lose a student. */
const GONE = new Set([404, 410])

/** Asking again may help. All else from 300 on is our fault or theirs, and stays so. */
const TEMPORARY = new Set([408, 425, 429])

/** `now` in ms. A redirect is a refusal: where it leads was never checked. */
function judge(answer: Answer, now: number): Outcome {
  if ('code' in answer) return { kind: 'later', why: answer.code, wait: 0 }
  const { status, retryAfter } = answer
  const why = String(status)
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (GONE.has(status)) return { kind: 'gone', why }
  if (status >= 500 || TEMPORARY.has(status)) return { kind: 'later', why, wait: readRetryAfter(retryAfter, now) }
  return { kind: 'refused', why }
}

/** Whether a push service answered; else it is an error's code, and nobody did. */
export const isStatus = (why: string): boolean => /^\d+$/.test(why)

/** How long (ms) a Retry-After header asks to wait: seconds or a date (RFC 9110 §10.2.3). 0 for none and for nonsense. */
function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Dates begin with the day's name; `Date.parse` alone would take '-5' for a year.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
