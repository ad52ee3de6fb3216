import { z } from 'zod'
import { idSchema, linkSchema, schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { textSchema } from '#domain/entities/text.schema.ts'
import { LAST_ROOM_POSITION, MAX_ROOM_REMARK_LENGTH, MOST_ROOM_SEATS } from './room.rules.ts'

const seatsSchema = z.int().min(1).max(MOST_ROOM_SEATS)
const positionSchema = z.int().min(1).max(LAST_ROOM_POSITION)
const remarkSchema = textSchema(MAX_ROOM_REMARK_LENGTH)

/** A room of the school in which tests are held. */
export const roomSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** number of seats when the room is furnished for a test */
  seats: seatsSchema,
  /** place in the order of the school's rooms, from 1; two rooms may share one */
  position: positionSchema,
  /** for invigilators */
  remark: remarkSchema,
  /** students with extra time may be seated here; never shown to students */
  extra_time: z.boolean(),
  /** no longer chosen for a moment */
  archived: z.boolean(),
  version: versionSchema,
})
export type Room = z.infer<typeof roomSchema>
export const roomFieldNames = roomSchema.keyof().options

/** A room in the list of rooms. */
export const listedRoomSchema = roomSchema.extend({
  /** how many moments that are not over have it */
  coming: z.int().min(0),
  _links: z.object({ edit: linkSchema, delete: linkSchema.optional() }),
})
export type ListedRoom = z.infer<typeof listedRoomSchema>

export const roomCreationSchema = z.object({
  name: schoolNameSchema,
  seats: seatsSchema,
  /** after all others by default */
  position: positionSchema.optional(),
  remark: remarkSchema.optional(),
  extra_time: z.boolean().optional(),
})
export type RoomCreation = z.infer<typeof roomCreationSchema>

/** Fields that are left out stay as they are. */
export const roomEditSchema = z.object({
  name: schoolNameSchema.optional(),
  seats: seatsSchema.optional(),
  position: positionSchema.optional(),
  remark: remarkSchema.optional(),
  extra_time: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type RoomEdit = z.infer<typeof roomEditSchema>
