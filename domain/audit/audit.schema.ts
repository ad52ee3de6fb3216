import { z } from 'zod'
import { calendarDaySchema, idSchema, instantSchema } from '#domain/entities/entity.schema.ts'

/** Resources that belong to the school and not to a person: the log keeps their names. */
export const schoolResources = ['schoolyear', 'testmoment', 'module', 'education_department', 'room', 'import'] as const
export type SchoolResource = (typeof schoolResources)[number]

export const auditResourceSchema = z.enum([...schoolResources, 'user', 'enrollment', 'message', 'audit'])
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
  'rooms-edited',
  'rooms-divided',
  'chairs-moved',
  'chairs-moved-above-seats',
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
  'password-set',
  'activated',
  'logged-in',
  'logged-out',
  'login-ended',
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

/** People do these many times a day: the log leaves them out unless a filter asks for them. */
export const quietActions = ['logged-in', 'logged-out'] as const satisfies AuditAction[]

/** Actions that `logins` asks for: all that begin or end a login. */
export const loginActions = [...quietActions, 'login-ended'] as const satisfies AuditAction[]

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
  /** name of the record then; a person's name of today, or 'verwijderd' when they are gone */
  subject: z.string(),
  /** the other thing that the action was about, under its name of then: 'ALG1, vr 20 mrt 2026' */
  about: z.string().nullable(),
  fields: z.array(z.string()),
  /** value before and after by field, of school data only; for lists, what was removed and added */
  changes: auditChangesSchema,
  /** the import of which it is one line, which the log shows as one */
  import_id: idSchema.nullable(),
  /** lines of the same act on several records, this one included: the log shows an act as one line, the latest of them */
  parts: z.number().int().min(1),
  /** id of the earliest of those lines */
  first_id: idSchema,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Who did it: an account, or nobody in the app (`system`), or somebody whose account is gone (`deleted`). */
export const auditActorSchema = z.union([z.enum(['system', 'deleted']), idSchema])
export type AuditActor = z.infer<typeof auditActorSchema>

/** Within the years that a log can be of: a database takes no others for an instant. */
const loggedDaySchema = calendarDaySchema.regex(/^2\d{3}-/)

/** Which lines: those that are all of it. `from` and `until` are days in Amsterdam, both included. */
export const auditFilterSchema = z.object({
  actor: auditActorSchema.optional(),
  /** only about records of this kind, and with `resource_id` about one of them */
  resource: auditResourceSchema.optional(),
  resource_id: idSchema.optional(),
  /** one action, or `logins`: logging in, logging out and logins that were ended; without it no `quietActions` */
  action: z.union([auditActionSchema, z.literal('logins')]).optional(),
  from: loggedDaySchema.optional(),
  until: loggedDaySchema.optional(),
  /** import whose lines have the details; the log shows an import as one line, except in the log of a single record */
  import_id: idSchema.optional(),
  /** first and last id of lines that are shown one by one: those of an act on several records */
  lines: z
    .string()
    .regex(/^[1-9]\d{0,14}-[1-9]\d{0,14}$/)
    .optional(),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** `audit-too-long`: more lines than a file may have. */
export type AuditRefusal = 'audit-too-long'
