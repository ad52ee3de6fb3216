import type { Generated } from 'kysely'
import type { LetterOutcome, MessageKind } from '#domain/messages/message.schema.ts'
import type { PushKind } from '#domain/push/push.rules.ts'
import type { PushFailure } from '#domain/push/push.schema.ts'

export interface SendingTables {
  outbox: {
    id: Generated<number>
    kind: string
    /** JSON text of ids; never a key or a personal detail */
    payload: string
    created_at: string
    available_at: string
    /** end of the lease of the worker that has it */
    claimed_until: string | null
    attempts: Generated<number>
    last_error: string | null
    done_at: string | null
  }

  push_subscription: {
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
    /** failure of the last push; null after a push was accepted */
    last_failure: PushFailure | null
    last_failure_at: string | null
    /** session that subscribed: revoking it deletes this row; null once it has expired */
    session_id: number | null
    /** public VAPID key (base64url) that the browser got: only its private half can send here */
    vapid_key: string | null
  }

  push_preference: {
    user_id: number
    opening: Generated<boolean>
    reminder: Generated<boolean>
    message: Generated<boolean>
    change: Generated<boolean>
    seat: Generated<boolean>
    result: Generated<boolean>
    /** 'HH:MM' in Europe/Amsterdam, both or neither; the interval may wrap midnight */
    quiet_from: string | null
    quiet_until: string | null
  }

  /** Device that its owner removed from the list: the device itself, which may not know yet, can't add itself again. */
  removed_push_device: {
    /** SHA-256 of the endpoint, base64url */
    endpoint_hash: string
    user_id: number
    removed_at: string
  }

  /** Endpoint that a push service reported as gone: a browser that still has it must subscribe again. */
  gone_push_endpoint: {
    /** SHA-256 of the endpoint, base64url */
    endpoint_hash: string
    user_id: number
    gone_at: string
  }

  push_job: {
    id: Generated<number>
    /** task that it belongs to */
    outbox_id: number
    push_subscription_id: number
    /** subject: exactly one of these three */
    testmoment_id: number | null
    message_id: number | null
    publication_id: number | null
    kind: PushKind
    /** origin of the push service, 'https://host' */
    origin: string
    available_at: string
    /** end of the lease of the push server that has it */
    claimed_until: string | null
    attempts: Generated<number>
    /** last failure, as a status or code; never an address */
    last_error: string | null
    done_at: string | null
    /** final outcome; null before */
    outcome: string | null
  }

  /** Reminder to students that a moment closes soon, sent or being sent. */
  push_reminder: {
    testmoment_id: number
    closes_at: string
  }

  /** Message from a teacher to many students, or about a change of a moment. */
  message: {
    id: Generated<number>
    /** UUID made by the screen that sends it, so that a retry after a lost reply does not send twice */
    key: string
    kind: MessageKind
    /** SHA-256 of its text and recipients, base64url; unique together with `repeat` */
    fingerprint: string
    /** number of earlier messages with the same text and recipients */
    repeat: Generated<number>
    sender_id: number | null
    /** first message of the act that it was sent by; null for that one itself */
    act_id: number | null
    /** what the act is called, in Dutch; null for a message by itself */
    act_label: string | null
    /** sent by itself, since something else changed */
    automatic: Generated<boolean>
    /** JSON text of the recipients' ids */
    audience: string
    /** recipients in Dutch, as they were called at that time */
    audience_label: string
    subject: string
    text: string
    /** number of recipients, including those whose accounts were deleted since */
    recipients: Generated<number>
    /** number of devices for which a push service accepted it */
    pushes_taken: Generated<number>
    created_at: string
  }

  message_recipient: {
    message_id: number
    user_id: number
    /** outcome of the letter; null until it is sent */
    letter: LetterOutcome | null
    /** number of repeats, made since it was unknown whether the mail server had accepted it */
    letter_repeats: Generated<number>
    read_at: string | null
    /** what this recipient reads; null for the message's own text */
    text: string | null
  }
}
