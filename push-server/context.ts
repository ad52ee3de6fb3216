import type { Database } from '#database/engine/open-database.ts'
import type { TestAnswer } from '#domain/push/push.texts.ts'
import type { PushMessage } from '#domain/push/push-message.ts'
import type { Keys } from '#server/keys.ts'
import type { VapidKeys } from './sender/vapid.ts'

/** Fields of a subscription that sending needs. */
export interface Addressee {
  endpoint: string
  p256dh: string
  auth: string
  vapid_key: string | null
}

export interface PushContext {
  database: Database
  keys: Keys
  vapid: VapidKeys
  /** address of the app in people's browsers, without a slash at the end */
  publicUrl: string
  /** hosts allowed in addition to the browsers' push services, see `readEndpoint` */
  testOrigins: readonly string[]
  /** sends immediately, without retries */
  sendNow: (to: Addressee, message: PushMessage) => Promise<TestAnswer>
  clock: () => number
}
