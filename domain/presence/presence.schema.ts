import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import {
  calendarDaySchema,
  idSchema,
  instantSchema,
  lineSchema,
  linkSchema,
  textSchema,
  timeOfDaySchema,
} from '#domain/entities/entity.schema.ts'
import { DOOR_CODE } from './door-code.rules.ts'

/** `late` counts as present. */
export const presenceStatusSchema = z.enum(['present', 'late', 'absent'])
export type PresenceStatus = z.infer<typeof presenceStatusSchema>

const keySchema = z.uuid()

/** One tick; sending it repeatedly makes it once. `status` null undoes an earlier tick. */
export const tickSchema = z.object({
  key: keySchema,
  enrollment_id: idSchema,
  status: presenceStatusSchema.nullable(),
  /** time by the server's clock, as estimated by the device */
  at: instantSchema,
  /**
   * Key of the tick that this one replaces; null if nobody may have ticked. If another tick is current, this one does not count:
   * an act on all students keeps what a colleague ticked. Left out: it replaces any tick.
   */
  replaces: keySchema.nullable().optional(),
  /** hash of the scanned code; the tick does not count if the student had another code by then */
  scanned: z.string().regex(DOOR_CODE).optional(),
})
export type Tick = z.infer<typeof tickSchema>

/** Person who came without being enrolled: a noted name, no enrollment. */
export const walkInNoteSchema = z.object({ key: keySchema, name: lineSchema(120).min(1), at: instantSchema })
export type WalkInNote = z.infer<typeof walkInNoteSchema>

/** Most ticks, and most walk-ins, per request. A device sends what it collected in a day offline in smaller parts. */
const MOST_SENT = { ticks: 500, walkIns: 100 }

export const presencePostSchema = z.object({
  ticks: z.array(tickSchema).max(MOST_SENT.ticks),
  walk_ins: z.array(walkInNoteSchema).max(MOST_SENT.walkIns),
})
export type PresencePost = z.infer<typeof presencePostSchema>

/**
 * Outcome of each tick, in order: `counted` (also if repeated); `overruled` by a later one; `unknown`: the enrollment belongs
 * to another moment, the student sits in another room than the device's, or the code that was read is not theirs any more;
 * `outside`: not made on a test day, or made after the device was removed or its link ended.
 */
export const tickOutcomeSchema = z.enum(['counted', 'overruled', 'unknown', 'outside'])
export type TickOutcome = z.infer<typeof tickOutcomeSchema>

/** Tick with its maker: an administrator's name, or the name that an invigilator entered. */
const tickedSchema = z.object({
  status: presenceStatusSchema.nullable(),
  at: instantSchema,
  who: z.string(),
  /** made by reading the student's code */
  by_code: z.literal(true).optional(),
})
export type Ticked = z.infer<typeof tickedSchema>

export const presenceEntrySchema = z.object({
  enrollment_id: idSchema,
  user_id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  student_number: z.string().nullable(),
  class_group: z.string().nullable(),
  module_id: idSchema,
  module_name: z.string(),
  extra_time: z.boolean(),
  /** room and number of their chair; null without one, or if the reader sees no rooms */
  room_id: idSchema.nullable(),
  seat_number: z.int().nullable(),
  /** current tick; null if nobody ticked, or it was undone */
  ticked: tickedSchema.nullable(),
  /** last tick of each other person, if it differs from the current one or both were made by the student's code */
  others: z.array(tickedSchema),
})
export type PresenceEntry = z.infer<typeof presenceEntrySchema>

export const walkInSchema = z.object({
  id: idSchema,
  key: keySchema,
  name: z.string(),
  at: instantSchema,
  who: z.string(),
  /** room of the link by which the person was noted; null if the link was for all rooms, or a teacher noted them */
  room_id: idSchema.nullable(),
  settled: z.boolean(),
  /** for administrators, until the walk-in is settled */
  _links: z.object({ settle: linkSchema.optional() }),
})
export type WalkIn = z.infer<typeof walkInSchema>

/** Room of a moment, by name alone: nobody learns who it is meant for. */
const presenceRoomSchema = z.object({ id: idSchema, name: z.string() })
export type PresenceRoom = z.infer<typeof presenceRoomSchema>

/** Code of a student who may stand at this door. Of students who are not on the list it says no more than where they belong. */
const codeOnListSchema = z.union([
  // a student on this list
  z.object({ hash: z.string().regex(DOOR_CODE), user_id: idSchema }),
  // sits in another room of this moment
  z.object({ hash: z.string().regex(DOOR_CODE), room: z.string() }),
  // is enrolled for this moment, and has no chair
  z.object({ hash: z.string().regex(DOOR_CODE), without_chair: z.literal(true) }),
  // is at another moment of that day; null if it has no time
  z.object({ hash: z.string().regex(DOOR_CODE), starts_at: timeOfDaySchema.nullable() }),
])

/** Presence list of a moment, or of one of its rooms, in the order of a Dutch register. */
export const presenceListSchema = z.object({
  testmoment: whenAndWhereSchema.extend({ id: idSchema, date: calendarDaySchema }),
  /** the only room of which the reader sees students, with the school's remark on it; null for the whole moment */
  room: presenceRoomSchema.extend({ remark: z.string() }).nullable(),
  /** rooms of a divided moment, as ordered for that moment; empty for a reader of one room, and for invigilators until they are published */
  rooms: z.array(presenceRoomSchema),
  entities: z.array(presenceEntrySchema),
  /** from a week before the moment until its end */
  codes: z.array(codeOnListSchema),
  walk_ins: z.array(walkInSchema),
  /** time by the server's clock */
  now: instantSchema,
  /** `tick`: while ticks are accepted; `search`: for a reader of one room; the documents: for administrators */
  _links: z.object({
    tick: linkSchema.optional(),
    search: linkSchema.optional(),
    walk_in: linkSchema.optional(),
    presence_checklist: linkSchema.optional(),
    presence_checklist_by_module: linkSchema.optional(),
    extra_time: linkSchema.optional(),
  }),
})
export type PresenceList = z.infer<typeof presenceListSchema>

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

export const admissionSchema = z.object({
  link_id: idSchema,
  secret: secretSchema,
  code: z.string().regex(/^\d{6}$/),
  token: secretSchema,
  name: lineSchema(80).min(1),
})
export type Admission = z.infer<typeof admissionSchema>

/** Link for invigilators, with the secret in the fragment of `url`, and the code that a teacher tells them. */
export const invigilatorAccessSchema = z.object({ url: z.string(), code: z.string() })
export type InvigilatorAccess = z.infer<typeof invigilatorAccessSchema>

export const invigilatorLinkSchema = z.object({
  id: idSchema,
  /** the only room that the link is for; null for all rooms */
  room: presenceRoomSchema.nullable(),
  created_at: instantSchema,
  /** `code-guessed`: too many wrong codes; `room-removed`: its room was removed from the moment */
  ended: z.enum(['ended', 'code-guessed', 'room-removed']).nullable(),
  devices: z.array(invigilatorDeviceSchema),
  _links: z.object({ words: linkSchema.optional(), end: linkSchema.optional() }),
})
export type InvigilatorLink = z.infer<typeof invigilatorLinkSchema>

/** Question of an invigilator of one room about who sits in another. */
export const roomSearchSchema = z.object({ search: textSchema(100).min(1) })
