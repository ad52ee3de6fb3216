import { z } from 'zod'
import { idSchema, instantSchema, timeOfDaySchema } from '#domain/entities/entity.schema.ts'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import { ofEachKind } from './push.rules.ts'

/** base64url of `bytes` bytes, unpadded as browsers write it. */
const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`))

/** A browser's PushSubscription (W3C Push API), with the VAPID key by which it was made: its `applicationServerKey`. */
export const pushSubscriptionSchema = z.object({
  endpoint: exactTextSchema(2_048).min(1),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  vapid_key: base64url(65),
})
export type PushSubscriptionData = z.infer<typeof pushSubscriptionSchema>

/** 256 bits that the browser made: with it, and without a token, it may later renew or end its subscription. */
export const pushSecretSchema = base64url(32)

/** Why a push failed: the push service refused it, was busy or failing, or was not reached. */
const pushFailureSchema = z.enum(['refused', 'busy', 'unreachable'])
export type PushFailure = z.infer<typeof pushFailureSchema>

/**
 * A device that is notified. `last_success_at` is when a push service last took a message for it; `last_failure` what came of
 * the last one, and when, where it was not taken.
 */
export const pushDeviceSchema = z.object({
  id: idSchema,
  device_name: z.string(),
  created_at: instantSchema,
  last_success_at: instantSchema.nullable(),
  last_failure: pushFailureSchema.nullable(),
  last_failure_at: instantSchema.nullable(),
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

/**
 * Events that a student wants to be notified of. Between `quiet_from` and `quiet_until`, both or neither, nothing is
 * sent.
 */
export const pushPreferenceSchema = z
  .object({
    ...ofEachKind(() => z.boolean()),
    quiet_from: timeOfDaySchema.nullable(),
    quiet_until: timeOfDaySchema.nullable(),
  })
  .refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null))
export type PushPreference = z.infer<typeof pushPreferenceSchema>
export const pushPreferenceFieldNames = pushPreferenceSchema.keyof().options

/** Default of users who never chose. */
export const usualPreference: PushPreference = { ...ofEachKind(() => true), quiet_from: null, quiet_until: null }
