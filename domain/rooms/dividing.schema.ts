import { z } from 'zod'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { personSchema } from '#domain/users/user.schema.ts'
import { MOST_MOVED_AT_ONCE } from './chairs.rules.ts'
import { divisionWays } from './filling.rules.ts'
import { roomSchema } from './room.schema.ts'

const count = z.int().min(0)

/** Most students without a chair that a plan names; it counts all of them. */
export const MOST_NAMED = 100

/**
 * How to divide. `all`: everybody, those placed by hand only if `keeps_by_hand` is false; `rest`: those without a chair, as if
 * they enrolled now, while all others stay.
 */
export const divisionWishSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('all'),
    way: z.enum(divisionWays),
    numbered: z.boolean(),
    keeps_by_hand: z.boolean(),
  }),
  z.object({ kind: z.literal('rest') }),
])
export type DivisionWish = z.infer<typeof divisionWishSchema>

export const dividedRoomSchema = roomSchema.pick({ id: true, name: true, seats: true, extra_time: true }).extend({
  students: count,
  with_extra_time: count,
  /** 'Akker – De Boer', or the modules that sit there; null for an empty room, and for one for extra time */
  label: z.string().nullable(),
  /** too few others sit there, so a list of the room reveals who has extra time */
  reveals_extra_time: z.boolean(),
})
export type DividedRoom = z.infer<typeof dividedRoomSchema>

/** How the students of a moment sit now, for administrators. */
export const divisionSchema = z.object({
  /** null before students were divided; those placed by hand have chairs all the same */
  divided_at: instantSchema.nullable(),
  /** null while only administrators see rooms */
  published_at: instantSchema.nullable(),
  numbered: z.boolean(),
  students: count,
  without_chair: count,
  /** in the order in which they are filled */
  rooms: z.array(dividedRoomSchema),
  _links: z.object({
    preview: linkSchema,
    divide: linkSchema,
    move: linkSchema,
    /** PDFs with a list per room, once somebody sits in one; `&room_id=` leaves only one room */
    checklist_by_room: linkSchema.optional(),
    door_list: linkSchema.optional(),
    /** while rooms can be published */
    preview_publication: linkSchema.optional(),
    publish: linkSchema.optional(),
  }),
})
export type DivisionReply = z.infer<typeof divisionSchema>

export const divisionPlanSchema = z.object({
  /** null if nothing would change */
  confirmation: z.string().nullable(),
  students: count,
  placed: count,
  moved: count,
  without_chair: count,
  /** students who get a message: once rooms are published, all whose room or number changes */
  students_notified: count,
  /** the first of those who find no chair, by name */
  seatless: z.array(personSchema).max(MOST_NAMED),
  rooms: z.array(dividedRoomSchema),
})
export type DivisionPlan = z.infer<typeof divisionPlanSchema>

export const roomsPublicationPlanSchema = z.object({
  /** null if nobody has a chair, or rooms are published already */
  confirmation: z.string().nullable(),
  /** students who see their room from then on, and get a message */
  students: count,
  without_chair: count,
  rooms: count,
  /** names of rooms whose list reveals who has extra time */
  revealing: z.array(z.string()),
})
export type RoomsPublicationPlan = z.infer<typeof roomsPublicationPlanSchema>

/** A student with their chair; null without one. Extra time is left out: these lists are read by many. */
export const seatedStudentSchema = personSchema.extend({
  modules: z.array(z.string()),
  room_id: idSchema.nullable(),
  seat_number: z.int().min(1).nullable(),
  by_hand: z.boolean(),
})
export type SeatedStudentRow = z.infer<typeof seatedStudentSchema>

/** Moves students to a room by hand. `above_seats`: also if it has fewer chairs left, which the log keeps. */
export const chairMoveSchema = z.object({
  user_ids: z.array(idSchema).min(1).max(MOST_MOVED_AT_ONCE),
  room_id: idSchema,
  above_seats: z.boolean().optional(),
})
export type ChairMove = z.infer<typeof chairMoveSchema>
