import type { ApiContext } from '#api-server/context.ts'
import { countRoomUse, findRoom, listRooms } from '#api-server/facts/room.queries.ts'
import * as roomsCalls from '#contract/rooms.calls.ts'
import type { Room } from '#domain/rooms/room.schema.ts'
import { type Api, serve } from '#server/operation.ts'
import { archiveRooms, createRoom, deleteRoom, editRoom } from './edit-room.ts'
import { roomReply } from './room.replies.ts'
import { describeTestmomentRooms, editTestmomentRooms } from './testmoment-rooms.ts'

export function roomRoutes(app: Api, { database, clock }: ApiContext): void {
  const reply = async (room: Room) =>
    roomReply(room, (await countRoomUse(database.kysely, clock(), [room.id])).get(room.id))

  serve(app, roomsCalls, {
    listRooms: async ({ query }) => {
      const rooms = await listRooms(database.kysely)
      const shown = rooms.filter(({ archived }) => !archived || query.archived === '1')
      const use = await countRoomUse(database.kysely, clock())
      return { entities: shown.map((room) => roomReply(room, use.get(room.id))), _links: {} }
    },

    createRoom: {
      rebuild: async (_, [made]) => {
        const room = made && (await findRoom(database.kysely, made.id))
        return room && { entity: await reply(room) }
      },
      handler: async ({ caller, body }) => {
        const room = await createRoom({ database, clock }, caller, body)
        return { entity: await reply(room) }
      },
    },

    editRoom: async ({ caller, params, body }) => {
      const edited = { ...body, ...params }
      return { entity: await reply(await editRoom({ database, clock }, caller, edited)) }
    },

    archiveRooms: async ({ caller, body }) => ({
      rooms: await archiveRooms({ database, clock }, caller, body),
    }),

    deleteRoom: async ({ caller, params }) => ({
      entity: await deleteRoom({ database, clock }, caller, params.id),
    }),

    listTestmomentRooms: ({ params }) => describeTestmomentRooms(database.kysely, params.id),

    editTestmomentRooms: ({ caller, params, query, body }) =>
      editTestmomentRooms({ database, clock }, caller, {
        ...body,
        ...params,
        ...query,
      }),
  })
}
