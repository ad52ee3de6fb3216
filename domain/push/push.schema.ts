import { z } from 'zod'
import { exactTextSchema, idSchema, instantSchema, timeOfDaySchema } from '#domain/entities/entity.schema.ts'
import { ofEachKind } from './push.rules.ts'

/** Unpadded base64url of `bytes` bytes, as browsers send it. */
const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`))

/** A browser's PushSubscription (W3C Push API), with the VAPID key for which it was made: its `applicationServerKey`. */
export const pushSubscriptionSchema = z.object({
  endpoint: exactTextSchema(2_048).min(1),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  vapid_key: base64url(65),
})
export type PushSubscriptionData = z.infer<typeof pushSubscriptionSchema>

/** 256 bits made by the browser, with which it may renew or end its subscription later without a token. */
export const pushSecretSchema = base64url(32)

const pushFailureSchema = z.enum(['refused', 'busy', 'unreachable'])
export type PushFailure = z.infer<typeof pushFailureSchema>

/**
 * Device that gets notifications. `last_success_at` is when a push service last accepted one for it; `last_failure` is the
 * reason and time if the latest was not accepted.
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

/** Kinds of notifications that a student wants. Between `quiet_from` and `quiet_until` (both or neither) nothing is sent. */
export const pushPreferenceSchema = z
  .object({
    ...ofEachKind(() => z.boolean()),
    quiet_from: timeOfDaySchema.nullable(),
    quiet_until: timeOfDaySchema.nullable(),
  })
  .refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null))
export type PushPreference = z.infer<typeof pushPreferenceSchema>
export const pushPreferenceFieldNames = pushPreferenceSchema.keyof().options

export const usualPreference: PushPreference = { ...ofEachKind(() => true), quiet_from: null, quiet_until: null }
