import { z } from 'zod'
import { idSchema, instantSchema } from '#domain/entities/entity.schema.ts'

/** What the school has, and not a person: the log keeps what these were called. */
export const schoolResources = ['schoolyear', 'testmoment', 'module', 'education_department', 'import'] as const
export type SchoolResource = (typeof schoolResources)[number]

export const auditResourceSchema = z.enum([...schoolResources, 'user', 'enrollment', 'message'])
export type AuditResource = z.infer<typeof auditResourceSchema>

export const auditActionSchema = z.enum([
  'created',
  'imported',
  'import-undone',
  'edited',
  'deleted',
  'archived',
  'unarchived',
  'copied',
  'recess-edited',
  'invited',
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

export const auditChangesSchema = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
export type AuditChanges = z.infer<typeof auditChangesSchema>

/**
 * Who did what to which record. `fields` are the names of what changed, `changes` the values of those that are school
 * data. The school's records are called as they were then; people are looked up when it is read: nothing about a person
 * is kept here but their id.
 */
export const auditEntrySchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** null once the account is gone, and when nobody in the app did it */
  actor_id: idSchema.nullable(),
  /** 'verwijderde gebruiker' once the account is gone; 'Het systeem' when a schedule or a command of the server did it */
  actor: z.string(),
  action: auditActionSchema,
  resource: auditResourceSchema,
  resource_id: idSchema,
  /** what the record was called; of a person what they are called now, 'verwijderd' when they are gone */
  subject: z.string(),
  /** what it was about besides, as that was called then: 'ALG1, vr 20 mrt 2026' */
  about: z.string().nullable(),
  fields: z.array(z.string()),
  /** by field the value before and after, of school data alone; of lists what was taken off and what was put on */
  changes: auditChangesSchema,
  /** the import of which it is one line, which the log shows as one */
  import_id: idSchema.nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
