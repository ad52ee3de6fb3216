import { z } from 'zod'
import { pick } from '#domain/entities/pick.ts'
import {
  listedRoomSchema,
  type Room,
  roomCreationSchema,
  roomEditSchema,
  roomSchema,
} from '#domain/rooms/room.schema.ts'
import { testmomentRoomListSchema, testmomentRoomsSchema } from '#domain/rooms/testmoment-rooms.schema.ts'
import {
  byIdSchema,
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.schema.ts'

const exampleRoom: Room = {
  id: 6,
  name: 'B3.14',
  seats: 60,
  position: 1,
  remark: 'De sleutel ligt bij de receptie.',
  extra_time: false,
  archived: false,
  version: 1,
}
shown(roomSchema, exampleRoom)
shown(listedRoomSchema, {
  ...exampleRoom,
  coming: 0,
  _links: { edit: exampleLink('PUT', '/room/6'), delete: exampleLink('DELETE', '/room/6') },
})

export const listRoomsSchemas = {
  querystring: z.object({ archived: z.literal('1').optional() }),
  reply: listReplySchema(listedRoomSchema),
}

export const createRoomSchemas = {
  body: shown(roomCreationSchema, { name: 'B3.14', seats: 60 }),
  reply: entityReplySchema(listedRoomSchema),
}

export const editRoomSchemas = {
  params: byIdSchema,
  body: shown(roomEditSchema, { seats: 58, version: 1 }),
  reply: entityReplySchema(listedRoomSchema),
}

export const deleteRoomSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(roomSchema),
}

const roomsReplySchema = shown(testmomentRoomsSchema, {
  entities: [
    {
      ...pick(exampleRoom, ['id', 'name', 'seats', 'extra_time', 'archived']),
      elsewhere: [{ id: 13, ...exampleWhenAndWhere, overlap: 'possible' }],
    },
  ],
  others: [],
  version: 2,
  _links: { edit: exampleLink('PUT', '/testmoment/12/rooms') },
})

export const listTestmomentRoomsSchemas = { params: byIdSchema, reply: roomsReplySchema }

export const editTestmomentRoomsSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: shown(testmomentRoomListSchema, { entities: [{ id: 6, seats: 58 }], version: 1 }),
  reply: roomsReplySchema,
}
