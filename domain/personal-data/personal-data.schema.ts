import { z } from 'zod'
import { auditChangesSchema } from '#domain/audit/audit.schema.ts'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { enrollmentMakerSchema } from '#domain/enrollments/enrollment.schema.ts'
import { waitingOutcomeKindSchema } from '#domain/enrollments/waiting.schema.ts'
import { instantSchema } from '#domain/entities/entity.schema.ts'
import { importKindSchema } from '#domain/import/import.schema.ts'
import { loginMethodSchema } from '#domain/logins/login.schema.ts'
import { letterOutcomeSchema, messageSchema, receivedMessageSchema } from '#domain/messages/message.schema.ts'
import { presenceStatusSchema } from '#domain/presence/presence.schema.ts'
import { pushDeviceSchema, pushPreferenceSchema } from '#domain/push/push.schema.ts'
import { resultOutcomeSchema } from '#domain/results/result.schema.ts'
import { userFieldsSchema } from '#domain/users/user.schema.ts'

const moduleNameSchema = z.object({ name: z.string(), description: z.string() })

const importedValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** All stored data about a user that may be given out, for that user to keep (GDPR, articles 15 and 20). */
export const personalDataSchema = z.object({
  made_at: instantSchema,
  user: userFieldsSchema.omit({ version: true }).extend({
    created_at: instantSchema,
    confirmation_letters: z.boolean(),
    extra_time: z.boolean(),
    /** null if they never logged in, or not since this is recorded */
    last_login_at: instantSchema.nullable(),
  }),
  education_department: z.object({ name: z.string() }).nullable(),
  /** `by_result`: completed by a passed test, not by the user */
  completed_modules: z.array(moduleNameSchema.extend({ created_at: instantSchema, by_result: z.boolean() })),
  enrollments: z.array(
    z.object({
      schoolyear: z.string(),
      testmoment: whenAndWhereSchema,
      module: moduleNameSchema,
      created_at: instantSchema,
      /** null for enrollments from before this was recorded */
      maker: enrollmentMakerSchema.nullable(),
      /** current attendance; `ticks` are all ticks ever made, `status` is null for an undone one */
      presence: z.object({ status: presenceStatusSchema, at: instantSchema }).nullable(),
      ticks: z.array(
        z.object({
          status: presenceStatusSchema.nullable(),
          at: instantSchema,
          received_at: instantSchema,
          by_code: z.boolean(),
        }),
      ),
      /** room at that moment, once rooms were announced; `seat_number` is null where chairs have no numbers */
      chair: z.object({ room: z.string(), seat_number: z.int().nullable() }).nullable(),
      /** all publications in order, so a correction has both values; drafts are left out */
      results: z.array(
        z.object({
          outcome: resultOutcomeSchema.nullable(),
          /** 5.5 */
          grade: z.number().nullable(),
          is_correction: z.boolean(),
          at: instantSchema,
          /** moments where this ended the enrollment in the module, or the wait for it; without deleted moments */
          ended: z.array(whenAndWhereSchema),
        }),
      ),
    }),
  ),
  /** codes for the door that became invalid; the codes themselves are secret and left out */
  door_codes: z.array(
    z.object({
      testmoment: whenAndWhereSchema,
      generation: z.int(),
      /** null if they left the moment since */
      renewed_at: instantSchema.nullable(),
    }),
  ),
  waiting: z.array(
    z.object({
      testmoment: whenAndWhereSchema,
      module: moduleNameSchema,
      moves: z.boolean(),
      created_at: instantSchema,
    }),
  ),
  /** how earlier waits ended; `testmoment` as named at that time */
  waiting_outcomes: z.array(
    z.object({
      testmoment: whenAndWhereSchema,
      module: moduleNameSchema,
      outcome: waitingOutcomeKindSchema,
      created_at: instantSchema,
      seen_at: instantSchema.nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      device: z.string(),
      created_at: instantSchema,
      last_used_at: instantSchema,
      expires_at: instantSchema,
      revoked_at: instantSchema.nullable(),
      method: loginMethodSchema,
      /** time when the user last proved their identity again */
      authenticated_at: instantSchema.nullable(),
    }),
  ),
  /** school logins: provider and the id that it has for the user */
  external_identities: z.array(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      linked_at: instantSchema,
      last_used_at: instantSchema.nullable(),
    }),
  ),
  passkeys: z.array(
    z.object({
      name: z.string(),
      backed_up: z.boolean(),
      created_at: instantSchema,
      last_used_at: instantSchema.nullable(),
    }),
  ),
  /** authenticator app; its secret is left out */
  totp: z.object({ created_at: instantSchema, confirmed_at: instantSchema.nullable() }).nullable(),
  recovery_codes: z.array(z.object({ created_at: instantSchema, used_at: instantSchema.nullable() })),
  /** addresses that the account had before, for a month */
  former_addresses: z.array(z.object({ username: z.string(), created_at: instantSchema })),
  /** links to choose a new password; the links themselves are secret and left out */
  password_resets: z.array(
    z.object({ created_at: instantSchema, expires_at: instantSchema, used_at: instantSchema.nullable() }),
  ),
  push_subscriptions: z.array(pushDeviceSchema.omit({ id: true })),
  push_preference: pushPreferenceSchema.nullable(),
  /** calendar address; the address itself is secret and left out */
  calendar_feed: z.object({ created_at: instantSchema }).nullable(),
  messages_received: z.array(
    receivedMessageSchema.omit({ id: true }).extend({ letter: letterOutcomeSchema.nullable() }),
  ),
  messages_sent: z.array(
    messageSchema.pick({
      kind: true,
      created_at: true,
      audience_label: true,
      subject: true,
      text: true,
      recipients: true,
    }),
  ),
  imports: z.array(z.object({ kind: importKindSchema, at: instantSchema })),
  /** values of this account that imports added or changed, by field; empty once they are deleted */
  imported: z.array(
    z.object({
      at: instantSchema,
      outcome: z.enum(['added', 'changed']),
      before: importedValuesSchema.nullable(),
      after: importedValuesSchema,
      undone_at: instantSchema.nullable(),
    }),
  ),
  /**
   * actions on this account, and the user's own as an administrator; `fields` are names of fields, `changes` are values of
   * school data only, as named at that time
   */
  audit: z.array(
    z.object({
      at: instantSchema,
      action: z.string(),
      resource: z.string(),
      resource_id: z.int(),
      subject: z.string().nullable(),
      about: z.string().nullable(),
      fields: z.array(z.string()),
      changes: auditChangesSchema,
      by_you: z.boolean(),
    }),
  ),
})
export type PersonalData = z.infer<typeof personalDataSchema>
