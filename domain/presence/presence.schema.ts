import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { calendarDaySchema, idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { textSchema } from '#domain/entities/text.schema.ts'

/** `late` is present too, and noted. */
export const presenceStatusSchema = z.enum(['present', 'late', 'absent'])
export type PresenceStatus = z.infer<typeof presenceStatusSchema>

const keySchema = z.uuid()

/** One tap: made once, however often it is sent. `status` null takes back what was ticked. */
export const tickSchema = z.object({
  key: keySchema,
  enrollment_id: idSchema,
  status: presenceStatusSchema.nullable(),
  /** time by the server's clock, as far as the device knows it */
  at: instantSchema,
  /**
   * Key of the only tick that this one may replace; null where it may replace none. It does not count where another is
   * current: an act on everybody takes nothing from a colleague who ticked one student. Left out: it replaces any.
   */
  replaces: keySchema.nullable().optional(),
})
export type Tick = z.infer<typeof tickSchema>

/** Somebody who came without being enrolled: a name noted, no enrollment. */
export const walkInNoteSchema = z.object({ key: keySchema, name: textSchema(120).min(1), at: instantSchema })
export type WalkInNote = z.infer<typeof walkInNoteSchema>

/** Most ticks or admissions sent at once: as many as a device collects in a day offline; more are sent in parts. */
const MOST_SENT = 500

export const presencePostSchema = z.object({
  ticks: z.array(tickSchema).max(MOST_SENT),
  walk_ins: z.array(walkInNoteSchema).max(100),
})
export type PresencePost = z.infer<typeof presencePostSchema>

/**
 * Outcome of each tick, in order: `counted`, also when it came before; `overruled` by a later one; `unknown`: the
 * enrollment is not of this moment; `outside`: not made on a test day, or after the device was removed or its link
 * ended.
 */
export const tickOutcomeSchema = z.enum(['counted', 'overruled', 'unknown', 'outside'])
export type TickOutcome = z.infer<typeof tickOutcomeSchema>

/** Who ticked: an administrator's name, or the name that an invigilator gave their device. */
const tickedSchema = z.object({ status: presenceStatusSchema.nullable(), at: instantSchema, who: z.string() })
export type Ticked = z.infer<typeof tickedSchema>

/** A student at one module of the moment: names and numbers, no addresses. */
export const presenceEntrySchema = z.object({
  enrollment_id: idSchema,
  user_id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  student_number: z.string().nullable(),
  module_id: idSchema,
  module_name: z.string(),
  extra_time: z.boolean(),
  /** current tick; null while nobody ticked, or it was taken back */
  ticked: tickedSchema.nullable(),
  /** last ticks of others that differ from it */
  others: z.array(tickedSchema),
})
export type PresenceEntry = z.infer<typeof presenceEntrySchema>

export const walkInSchema = z.object({
  id: idSchema,
  key: keySchema,
  name: z.string(),
  at: instantSchema,
  who: z.string(),
  settled: z.boolean(),
  /** for administrators, until it was put away */
  _links: z.object({ settle: linkSchema.optional() }),
})
export type WalkIn = z.infer<typeof walkInSchema>

/** A moment's list in the order of a Dutch register, as the room needs it. */
export const presenceListSchema = z.object({
  testmoment: whenAndWhereSchema.extend({ id: idSchema, date: calendarDaySchema }),
  entities: z.array(presenceEntrySchema),
  walk_ins: z.array(walkInSchema),
  /** the server's clock when it answered */
  now: instantSchema,
  /** `tick`: while ticks are taken; for administrators the same list on paper */
  _links: z.object({
    tick: linkSchema.optional(),
    walk_in: linkSchema.optional(),
    presence_checklist: linkSchema.optional(),
    presence_checklist_by_module: linkSchema.optional(),
    extra_time: linkSchema.optional(),
  }),
})
export type PresenceList = z.infer<typeof presenceListSchema>

/** A device of an invigilator: who ticked on it, and how much. */
export const invigilatorDeviceSchema = z.object({
  id: idSchema,
  name: z.string(),
  device: z.string(),
  admitted_at: instantSchema,
  last_seen_at: instantSchema.nullable(),
  ticks: z.int().min(0),
  walk_ins: z.int().min(0),
  revoked: z.boolean(),
  _links: z.object({ revoke: linkSchema.optional() }),
})
export type InvigilatorDevice = z.infer<typeof invigilatorDeviceSchema>

/** 256 bits, base64url. */
const secretSchema = z.string().regex(/^[\w-]{43}$/)

/** Request of a device to be admitted; `token` is made by the device, which shows it from then on. */
export const admissionSchema = z.object({
  link_id: idSchema,
  secret: secretSchema,
  code: z.string().regex(/^\d{6}$/),
  token: secretSchema,
  name: textSchema(80).min(1),
})
export type Admission = z.infer<typeof admissionSchema>

/** `url` has the secret in its fragment, `code` is said aloud: for administrators. */
export const invigilatorLinkSchema = z.object({
  id: idSchema,
  url: z.string(),
  code: z.string(),
  created_at: instantSchema,
  /** `code-guessed`: too many wrong codes */
  ended: z.enum(['ended', 'code-guessed']).nullable(),
  devices: z.array(invigilatorDeviceSchema),
  _links: z.object({ end: linkSchema.optional() }),
})
export type InvigilatorLink = z.infer<typeof invigilatorLinkSchema>
