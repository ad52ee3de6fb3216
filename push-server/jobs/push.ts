import type { PushMessage } from '#domain/push/push-message.ts'

/** Keys in a browser's subscription, base64url. */
export interface ReceiverKeys {
  /** 65 bytes, a point of P-256 */
  p256dh: string
  /** 16 bytes */
  auth: string
}

interface Subscription extends ReceiverKeys {
  endpoint: string
  /** public VAPID key that the browser got; null if that was never recorded */
  vapid_key: string | null
}

export interface Push {
  subscription: Subscription
  message: PushMessage
  /** seconds that a push service keeps the push for a device that is offline */
  ttl: number
  /** 'high' wakes a phone in battery saving (RFC 8030 §5.3) */
  urgency: 'normal' | 'high'
  /** a device that was offline gets only the newest push of a topic */
  topic?: string
}

export type SendPush = (push: Push) => Promise<Outcome>

export type Outcome =
  /** the push service accepted it, and delivers it when the device is online */
  | { kind: 'sent' }
  /** the subscription does not exist any more */
  | { kind: 'gone'; why: string }
  /** a retry would fail the same way; the subscription may still work for another push */
  | { kind: 'refused'; why: string }
  /** retry after `wait` ms; 0 if the push service did not say */
  | { kind: 'later'; why: string; wait: number }

/** Whether `why` is the status of an answer, as opposed to the code of an error without an answer. */
export const isStatus = (why: string): boolean => /^\d+$/.test(why)
