import { z } from 'zod'
import { idSchema, instantSchema } from '#domain/entities/entity.schema.ts'

export const auditResourceSchema = z.enum([
  'schoolyear',
  'testmoment',
  'module',
  'education_department',
  'user',
  'enrollment',
  'message',
])
export type AuditResource = z.infer<typeof auditResourceSchema>

export const auditActionSchema = z.enum([
  'created',
  'imported',
  'edited',
  'deleted',
  'modules-edited',
  'opened',
  'closed',
  'activation-resent',
  'department-switched',
  'school-linked',
  'school-unlinked',
  'school-bar-lifted',
  'passkey-added',
  'passkey-removed',
  'second-factor-made',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-codes-renewed',
  'password-changed',
  'enrolled',
  'enrolled-above-seats',
  'unenrolled',
  'promoted',
  'promoted-above-seats',
  'put-on-waiting',
  'removed-from-waiting',
  'presence-noted',
  'walked-in',
  'invigilators-linked',
  'invigilators-ended',
  'invigilator-removed',
  'results-edited',
  'results-imported',
  'results-published',
  'results-exported',
  'exported',
  'checklist-made',
  'extra-time-listed',
  'sent',
])
export type AuditAction = z.infer<typeof auditActionSchema>

/**
 * Who did what to which record. `fields` are the names of what changed, never the values. `actor` and `subject` are
 * for people and are looked up when read: nothing about a person is kept here but their id.
 */
export const auditEntrySchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** 'verwijderde gebruiker' once the account is gone; 'Het systeem' when a schedule or a command of the server did it */
  actor: z.string(),
  action: auditActionSchema,
  resource: auditResourceSchema,
  resource_id: idSchema,
  /** what the record is called now; 'verwijderd' when it is gone */
  subject: z.string(),
  fields: z.array(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
