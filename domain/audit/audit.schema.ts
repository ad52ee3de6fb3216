import { z } from 'zod'
import { calendarDaySchema, idSchema, instantSchema } from '#domain/entities/entity.schema.ts'

/** Resources that belong to the school and not to a person: the log keeps their names. */
export const schoolResources = [
  'schoolyear',
  'testmoment',
  'module',
  'education_department',
  'room',
  'import',
  'connection',
] as const
export type SchoolResource = (typeof schoolResources)[number]

export const auditResourceSchema = z.enum([...schoolResources, 'user', 'enrollment', 'message', 'source', 'audit'])
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
  'rooms-published',
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
  'source-run',
  'source-applied',
  'source-left',
  'source-confirmed',
  'source-rejected',
  'result-held',
  'result-sent',
  'result-refused',
  'result-resent',
  'result-settled',
  'connection-revoked',
  'connection-renewed',
  'connection-read',
])
export type AuditAction = z.infer<typeof auditActionSchema>

/** Actions that happen many times a day: the log omits them unless a filter asks for them. */
export const quietActions = ['logged-in', 'logged-out'] as const satisfies AuditAction[]

export const loginActions = [...quietActions, 'login-ended'] as const satisfies AuditAction[]

export const auditChangesSchema = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))

/** School records have their names at that time; people are looked up when the line is read: only their id is stored. */
export const auditEntrySchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** null once the account is deleted, and if nobody in the app acted */
  actor_id: idSchema.nullable(),
  /** 'verwijderde gebruiker' for a deleted account; 'Het systeem' for a schedule or a command on the server */
  actor: z.string(),
  action: auditActionSchema,
  resource: auditResourceSchema,
  resource_id: idSchema,
  /** name of a record at that time; a person's current name, or 'verwijderd' once deleted */
  subject: z.string(),
  /** name at that time of the other record concerned: 'ALG1, vr 20 mrt 2026' */
  about: z.string().nullable(),
  fields: z.array(z.string()),
  /** value before and after by field, of school data only; for lists, what was removed and added */
  changes: auditChangesSchema,
  import_id: idSchema.nullable(),
  /** lines of the same act on several records, this one included: the log shows an act as one line, the latest of them */
  parts: z.number().int().min(1),
  /** id of the earliest of those lines */
  first_id: idSchema,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Actor: an account id, `system` for nobody in the app, or `deleted` for deleted accounts. */
export const auditActorSchema = z.union([z.enum(['system', 'deleted']), idSchema])
export type AuditActor = z.infer<typeof auditActorSchema>

/** Only years that a log can have: databases reject other instants. */
const loggedDaySchema = calendarDaySchema.regex(/^2\d{3}-/)

/** Filter of the log; all of its conditions must hold. `from` and `until` are days in Amsterdam, both included. */
export const auditFilterSchema = z.object({
  actor: auditActorSchema.optional(),
  resource: auditResourceSchema.optional(),
  resource_id: idSchema.optional(),
  /** one action, or `logins`: logging in, logging out and ended sessions; undefined excludes `quietActions` */
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

export type AuditRefusal = 'audit-too-long'
