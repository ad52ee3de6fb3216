import { z } from 'zod'
import { idSchema, linkSchema, schoolNameSchema, textSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { LAST_ROOM_POSITION, MAX_ROOM_REMARK_LENGTH, MOST_ROOM_SEATS } from './room.rules.ts'

/** Fields of a room other than its name; `room.fields.ts` has their texts. */
const values = {
  /** number of seats when the room is furnished for a test */
  seats: z.int().min(1).max(MOST_ROOM_SEATS),
  /** place in the order of the school's rooms, from 1; two rooms may share one */
  position: z.int().min(1).max(LAST_ROOM_POSITION),
  /** for invigilators */
  remark: textSchema(MAX_ROOM_REMARK_LENGTH),
  /** students with extra time may be seated here; never shown to students */
  extra_time: z.boolean(),
}
/** Values that a list of rooms, a form or an edit may give. */
export const someRoomValuesSchema = z.object(values).partial()

export const roomSchema = z.object({
  id: idSchema,
  name: z.string(),
  ...values,
  archived: z.boolean(),
  version: versionSchema,
})
export type Room = z.infer<typeof roomSchema>
export const roomFieldNames = roomSchema.keyof().options

export const listedRoomSchema = roomSchema.extend({
  /** how many moments that are not over have it */
  coming: z.int().min(0),
  _links: z.object({ edit: linkSchema, delete: linkSchema.optional() }),
})
export type ListedRoom = z.infer<typeof listedRoomSchema>

/** A room without a position comes after all others. */
export const roomCreationSchema = z.object({
  name: schoolNameSchema,
  ...someRoomValuesSchema.shape,
  seats: values.seats,
})
export type RoomCreation = z.infer<typeof roomCreationSchema>

/** Fields that are left out stay as they are. */
export const roomEditSchema = z.object({ name: schoolNameSchema, ...values, version: versionSchema }).partial()
export type RoomEdit = z.infer<typeof roomEditSchema>

export const roomsArchivingSchema = z.object({ ids: z.array(idSchema).min(1).max(1_000), archived: z.boolean() })
export type RoomsArchiving = z.infer<typeof roomsArchivingSchema>
