import { z } from 'zod'
import { pick } from '#domain/entities/pick.ts'
import {
  listedRoomSchema,
  type Room,
  roomCreationSchema,
  roomEditSchema,
  roomSchema,
  roomsArchivingSchema,
} from '#domain/rooms/room.schema.ts'
import { testmomentRoomListSchema, testmomentRoomsSchema } from '#domain/rooms/testmoment-rooms.schema.ts'
import { read, write } from './call.schema.ts'
import { confirmedSchema, entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.calls.ts'
import { school, staff } from './proofs.ts'

const nameRefusals = ['room-name-taken', 'room-name-too-long', 'school-name-missing', 'school-name-unreadable'] as const

export const exampleRoom: Room = {
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

export const listRooms = read('/rooms', {
  reach: 'administration',
  summary: 'The rooms of the school in their order; archived ones if asked for',
  querystring: z.object({ archived: z.literal('1').optional() }),
  reply: listReplySchema(listedRoomSchema),
})

export const createRoom = write('POST', '/room', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: school,
  summary: 'Add a room; its name is its own, capitals or not',
  statuses: [201],
  reasons: [...nameRefusals],
  body: shown(roomCreationSchema, { name: 'B3.14', seats: 60 }),
  reply: entityReplySchema(listedRoomSchema),
})

export const editRoom = write('PUT', '/room/:id', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: school,
  summary: 'Edit a room; moments keep the seats that they gave it',
  reasons: ['version-stale', ...nameRefusals],
  body: shown(roomEditSchema, { seats: 58, version: 1 }),
  reply: entityReplySchema(listedRoomSchema),
})

export const archiveRooms = write('PUT', '/rooms/archived', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: school,
  summary: 'Archive rooms or restore them; moments keep the rooms that they have',
  reasons: ['not-found'],
  body: shown(roomsArchivingSchema, { ids: [6], archived: true }),
  reply: z.object({ rooms: z.int().min(0) }),
})

export const deleteRoom = write('DELETE', '/room/:id', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: staff,
  summary: 'Delete a room that no moment uses; its name is free again',
  reasons: ['room-in-use'],
  reply: entityReplySchema(roomSchema),
})

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

export const listTestmomentRooms = read('/testmoment/:id/rooms', {
  reach: 'administration',
  summary: 'The rooms of a test moment, and others that it could have',
  reply: roomsReplySchema,
})

export const editTestmomentRooms = write('PUT', '/testmoment/:id/rooms', {
  event: 'roomsChanged',
  reach: 'administration',
  /** students who know their room already are notified */
  proof: staff,
  summary: 'Replace the rooms of a test moment, in their order and with their seats; nobody is enrolled or notified',
  reasons: ['version-stale', 'confirmation-needed', 'room-unknown', 'room-archived'],
  querystring: confirmedSchema,
  body: shown(testmomentRoomListSchema, { entities: [{ id: 6, seats: 58 }], version: 1 }),
  reply: roomsReplySchema,
})
