import type { ApiContext } from '#api-server/context.ts'
import { findRoom, listRooms as list } from '#api-server/facts/room.queries.ts'
import { createRoomSchemas, deleteRoomSchemas, editRoomSchemas, listRoomsSchemas } from '#contract/rooms.schema.ts'
import { createRoom, deleteRoom, editRoom, listRooms } from '#contract/rooms.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { createRoom as create, editRoom as edit, deleteRoom as remove } from './edit-room.ts'
import { roomReply } from './room.replies.ts'

const nameRefusals = ['room-name-taken', 'room-name-too-long', 'school-name-missing', 'school-name-unreadable'] as const

export function roomRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(listRooms, listRoomsSchemas, {
      reach: 'administration',
      summary: 'The rooms of the school in their order; archived ones if asked for',
    }),
    handler: async (request) => {
      const rooms = await list(database.kysely)
      const shown = rooms.filter(({ archived }) => !archived || request.query.archived === '1')
      return { entities: shown.map(roomReply), _links: {} }
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
        return room && { entity: roomReply(room) }
      },
    }),
    handler: async (request, reply) => {
      const room = await create({ database, clock }, callerOf(request), request.body)
      reply.code(201)
      return { entity: roomReply(room) }
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
      return { entity: roomReply(await edit({ database, clock }, callerOf(request), edited)) }
    },
  })

  app.route({
    ...operation(deleteRoom, deleteRoomSchemas, {
      reach: 'administration',
      summary: 'Delete a room that no moment uses; its name is free again',
      reasons: ['not-found'],
    }),
    handler: async (request) => ({
      entity: await remove({ database, clock }, callerOf(request), request.params.id),
    }),
  })
}
