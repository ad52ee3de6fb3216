import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, linkSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { roomSchema } from './room.schema.ts'
import { MOST_ROOMS_OF_TESTMOMENT } from './testmoment-rooms.rules.ts'

/** Another moment that has the same room, at the same time or possibly so. */
export const roomElsewhereSchema = z.object({
  id: idSchema,
  ...whenAndWhereSchema.shape,
  overlap: z.enum(['certain', 'possible']),
})
export type RoomElsewhere = z.infer<typeof roomElsewhereSchema>

export const testmomentRoomSchema = roomSchema.pick({ id: true, name: true, extra_time: true, archived: true }).extend({
  /** seats at this moment if it has the room, otherwise the school's */
  seats: roomSchema.shape.seats,
  elsewhere: z.array(roomElsewhereSchema),
})
export type TestmomentRoom = z.infer<typeof testmomentRoomSchema>

export const testmomentRoomsSchema = z.object({
  /** in the order in which they are filled */
  entities: z.array(testmomentRoomSchema),
  /** other rooms of the school that can be chosen, in the school's order */
  others: z.array(testmomentRoomSchema),
  /** counts the edits of this list */
  version: versionSchema,
  _links: z.object({ edit: linkSchema }),
})
export type TestmomentRooms = z.infer<typeof testmomentRoomsSchema>

/** The whole list in its order; `version` is that of the list as it was read. */
export const testmomentRoomListSchema = z.object({
  entities: z.array(z.object({ id: idSchema, seats: roomSchema.shape.seats })).max(MOST_ROOMS_OF_TESTMOMENT),
  version: versionSchema.optional(),
})
export type TestmomentRoomList = z.infer<typeof testmomentRoomListSchema>
