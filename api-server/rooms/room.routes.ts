import type { ApiContext } from '#api-server/context.ts'
import { countRoomUse, findRoom, listRooms as list } from '#api-server/facts/room.queries.ts'
import {
  createRoomSchemas,
  deleteRoomSchemas,
  editRoomSchemas,
  editTestmomentRoomsSchemas,
  listRoomsSchemas,
  listTestmomentRoomsSchemas,
} from '#contract/rooms.schema.ts'
import {
  createRoom,
  deleteRoom,
  editRoom,
  editTestmomentRooms,
  listRooms,
  listTestmomentRooms,
} from '#contract/rooms.ts'
import type { Room } from '#domain/rooms/room.schema.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { createRoom as create, editRoom as edit, deleteRoom as remove } from './edit-room.ts'
import { roomReply } from './room.replies.ts'
import { describeTestmomentRooms, editTestmomentRooms as editRooms } from './testmoment-rooms.ts'

const nameRefusals = ['room-name-taken', 'room-name-too-long', 'school-name-missing', 'school-name-unreadable'] as const

export function roomRoutes(app: Api, { database, clock }: ApiContext): void {
  /** The room with the moments that have it. */
  const reply = async (room: Room) =>
    roomReply(room, (await countRoomUse(database.kysely, clock(), [room.id])).get(room.id))

  app.route({
    ...operation(listRooms, listRoomsSchemas, {
      reach: 'administration',
      summary: 'The rooms of the school in their order; archived ones if asked for',
    }),
    handler: async (request) => {
      const rooms = await list(database.kysely)
      const shown = rooms.filter(({ archived }) => !archived || request.query.archived === '1')
      const use = await countRoomUse(database.kysely, clock())
      return { entities: shown.map((room) => roomReply(room, use.get(room.id))), _links: {} }
    },
  })

  app.route({
    ...operation(createRoom, createRoomSchemas, {
      reach: 'administration',
      summary: 'Add a room; its name is its own, capitals or not',
      statuses: [201],
      reasons: [...nameRefusals],
      rebuild: async (_, [made]) => {
        const room = made && (await findRoom(database.kysely, made.id))
        return room && { entity: await reply(room) }
      },
    }),
    handler: async (request, answer) => {
      const room = await create({ database, clock }, callerOf(request), request.body)
      answer.code(201)
      return { entity: await reply(room) }
    },
  })

  app.route({
    ...operation(editRoom, editRoomSchemas, {
      reach: 'administration',
      summary: 'Edit a room, archive it or restore it',
      reasons: ['not-found', 'version-stale', ...nameRefusals],
    }),
    handler: async (request) => {
      const edited = { ...request.body, ...request.params }
      return { entity: await reply(await edit({ database, clock }, callerOf(request), edited)) }
    },
  })

  app.route({
    ...operation(deleteRoom, deleteRoomSchemas, {
      reach: 'administration',
      summary: 'Delete a room that no moment uses; its name is free again',
      reasons: ['not-found', 'room-in-use'],
    }),
    handler: async (request) => ({
      entity: await remove({ database, clock }, callerOf(request), request.params.id),
    }),
  })

  app.route({
    ...operation(listTestmomentRooms, listTestmomentRoomsSchemas, {
      reach: 'administration',
      summary: 'The rooms of a test moment, and others that it could have',
      reasons: ['not-found'],
    }),
    handler: (request) => describeTestmomentRooms(database.kysely, request.params.id),
  })

  app.route({
    ...operation(editTestmomentRooms, editTestmomentRoomsSchemas, {
      reach: 'administration',
      summary: 'Replace the rooms of a test moment, in their order and with their seats; nobody is enrolled or told',
      reasons: ['not-found', 'version-stale', 'confirmation-needed', 'room-unknown', 'room-archived'],
    }),
    handler: (request) =>
      editRooms({ database, clock }, callerOf(request), { ...request.body, ...request.params, ...request.query }),
  })
}
