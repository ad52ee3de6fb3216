import { z } from 'zod'
import {
  listedRoomSchema,
  type Room,
  roomCreationSchema,
  roomEditSchema,
  roomSchema,
} from '#domain/rooms/room.schema.ts'
import { byIdSchema, entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'

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
