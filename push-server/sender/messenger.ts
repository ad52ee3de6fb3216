import type { PushMessage } from '#domain/push/push-message.ts'
import { readEndpoint } from '#push-server/endpoints/read-endpoint.ts'
import type { VapidKeys } from '#push-server/vapid/vapid-keys.ts'
import { encryptFor, type ReceiverKeys } from './encrypt.ts'
import { judge, type Outcome } from './outcome.ts'
import type { Transport } from './transport.ts'

/** Where a push goes, as the database keeps it. */
export interface Subscription extends ReceiverKeys {
  endpoint: string
  /** the public key that the browser was told; null where that was never noted */
  vapid_key: string | null
}

export interface Push {
  subscription: Subscription
  message: PushMessage
  /** seconds that a push service keeps it for a device that is away */
  ttl: number
  /** 'high' wakes a phone that saves its battery (RFC 8030 §5.3) */
  urgency: 'normal' | 'high'
  /** of two with the same one a device that was away gets the newer */
  topic?: string
}

export interface MessengerOptions {
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

/** They come from a browser, so from anyone: what is no point of the curve can't be encrypted for. */
function bodyOf(keys: ReceiverKeys, message: PushMessage): Buffer | null {
  try {
    return encryptFor(keys, Buffer.from(JSON.stringify(message)))
  } catch {
    return null
  }
}
