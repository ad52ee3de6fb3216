import type { Generated } from 'kysely'
import type { LetterOutcome, MessageKind } from '#domain/messages/message.schema.ts'
import type { PushKind } from '#domain/push/push.rules.ts'
import type { PushFailure } from '#domain/push/push.schema.ts'

// The tables of what is sent, by letter and by push: part of `Tables` in database/tables.ts.

export interface OutboxTable {
  id: Generated<number>
  /** task, for example 'testmoment-opened' */
  kind: string
  /** JSON text of ids; never a key or a personal detail */
  payload: string
  created_at: string
  available_at: string
  /** lease of the worker that has it */
  claimed_until: string | null
  attempts: Generated<number>
  last_error: string | null
  done_at: string | null
}

export interface PushSubscriptionTable {
  id: Generated<number>
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  /** SHA-256 of the secret with which a browser without a token may renew this subscription */
  secret_hash: string
  device_name: string
  created_at: string
  last_success_at: string | null
  /** failure of the last push; null again once one was accepted */
  last_failure: PushFailure | null
  last_failure_at: string | null
  /** the login that asked for it: when that is revoked this row goes; null once it has expired */
  session_id: number | null
  /** the public VAPID key (base64url) that the browser was given: only its private half can send here */
  vapid_key: string | null
}

export interface PushPreferenceTable {
  user_id: number
  opening: Generated<boolean>
  reminder: Generated<boolean>
  message: Generated<boolean>
  change: Generated<boolean>
  seat: Generated<boolean>
  result: Generated<boolean>
  /** 'HH:MM' in Europe/Amsterdam, both or neither; may wrap midnight */
  quiet_from: string | null
  quiet_until: string | null
}

/** Taken from the list of devices by its owner: the device itself, which may not know yet, can't put itself back. */
export interface RemovedPushDeviceTable {
  /** SHA-256 of the endpoint, base64url */
  endpoint_hash: string
  user_id: number
  removed_at: string
}

/** A push service said that this subscription is over: a browser that still has it is to subscribe again. */
export interface GonePushEndpointTable {
  /** SHA-256 of the endpoint, base64url */
  endpoint_hash: string
  user_id: number
  gone_at: string
}

/** One push to one device. */
export interface PushJobTable {
  id: Generated<number>
  /** the task that it came from */
  outbox_id: number
  push_subscription_id: number
  /** subject: one of these three */
  testmoment_id: number | null
  message_id: number | null
  publication_id: number | null
  kind: PushKind
  /** the push service, as 'https://host' */
  origin: string
  available_at: string
  /** lease of the push server that has it */
  claimed_until: string | null
  attempts: Generated<number>
  /** why it failed last: a status or a code, never an address */
  last_error: string | null
  done_at: string | null
  /** how it ended, once it has */
  outcome: string | null
}

/** Students were, or are being, notified that a moment closes then. */
export interface PushReminderTable {
  testmoment_id: number
  closes_at: string
}

/** Message of a teacher to many students, or about a change of a moment. */
export interface MessageTable {
  id: Generated<number>
  /** a UUID that the screen made which sends it: asked again after a lost answer, it is not sent twice */
  key: string
  kind: MessageKind
  /** SHA-256 of its text and recipients, base64url; with `repeat` unique */
  fingerprint: string
  /** how many were sent before that say the same to the same people */
  repeat: Generated<number>
  sender_id: number | null
  /** JSON text of the recipients' ids */
  audience: string
  /** the same in Dutch, as it was then called */
  audience_label: string
  subject: string
  text: string
  /** how many it went to; those whose accounts are gone since count too */
  recipients: Generated<number>
  /** how many push services took it for a device */
  pushes_taken: Generated<number>
  created_at: string
}

export interface MessageRecipientTable {
  message_id: number
  user_id: number
  /** outcome of the letter; null while it is still to be sent */
  letter: LetterOutcome | null
  /** how often it went again, since nobody knows whether the mail server had taken it */
  letter_repeats: Generated<number>
  read_at: string | null
}
